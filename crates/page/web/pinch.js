// Two fingers make the board larger and smaller, instead of the page.

export class Pinch {
  #distance = 0;

  /** `zoomAt` is called with how many times as large, and the point between the fingers in the window. */
  constructor(place, zoomAt) {
    place.addEventListener("touchstart", (event) => this.#onStart(event), { passive: false });
    place.addEventListener("touchmove", (event) => this.#onMove(event, zoomAt), { passive: false });
  }

  #onStart(event) {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    this.#distance = distanceOf(event.touches);
  }

  #onMove(event, zoomAt) {
    if (event.touches.length !== 2 || this.#distance === 0) return;
    event.preventDefault();
    const distance = distanceOf(event.touches);
    const [one, other] = event.touches;
    zoomAt(distance / this.#distance, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
    this.#distance = distance;
  }
}

function distanceOf([one, other]) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}
