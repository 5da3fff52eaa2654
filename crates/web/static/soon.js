// Asks for the fight again. The page's own refresh would not: with a `#` in the address it only goes to that place in the page.
setTimeout(() => location.reload(), 1000);
