//! Keys as they come: whatever is typed, something is shown, and no key but one that quits ends it.

mod support;

use game::{SeededRng, WireFormat};
use support::{Screen, crash, crowd, esowar, perlwar, snakes};
use terminal::event;
use terminal::ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use viewer::keys::{Command, HELP, Viewer};

/// What is typed where a line is asked for: right, wrong, and nearly right.
const LINES: [&str; 26] = [
    "",
    "0",
    "7",
    "50%",
    "+3",
    "-99999999999999999999",
    "end",
    "turn 3",
    "write .",
    "cell . = r",
    "cell . = noop",
    "cell 3 = X",
    "cell 5 = 0 'c'",
    "cell 5 = .",
    "cell 99999999999 = r",
    "at 1 .",
    "at 0 18446744073709551615",
    "run 0 +",
    "0 a > 3",
    "0 a = 4095",
    "0 commanders = 17",
    "1 robots = 0",
    "0 row = 3",
    "death",
    "program 1 store [i]-1 i",
    "program 0 +",
];

#[test]
fn any_keys_can_be_pressed() {
    let mut nothing = Vec::new();
    games::perlwar::Answer::Ran(games::perlwar::Run::default()).encode(&mut nothing);
    let bots = || vec![b"R".to_vec(), b"L".to_vec()];
    for seed in 0..12 {
        let games = [
            (crash(), vec![]),
            (esowar(), vec![]),
            (snakes(), bots()),
            (perlwar(), vec![nothing.clone(), nothing.clone()]),
            (crowd(40), vec![]),
        ];
        for (record, answers) in games {
            let mut screen = Screen::with_answers(&record, answers);
            let rng = &mut SeededRng::for_setup(seed);
            for _ in 0..150 {
                mash(&mut screen, rng);
            }
        }
    }
}

fn mash(screen: &mut Screen<'static>, rng: &mut SeededRng) {
    let mut below = |bound: usize| usize::try_from(rng.below(bound as u64)).expect("small");
    let never = || false;
    match below(10) {
        0 => drop(screen.resize(below(130).try_into().expect("small"), below(50).try_into().expect("small"))),
        1 => screen.app.click(
            below(130).try_into().expect("small"),
            below(50).try_into().expect("small"),
            &never,
        ),
        2 => {
            screen.press(["g", "b", "x"][below(3)]).type_more(LINES[below(LINES.len())]);
            screen.press("Esc");
        }
        3 => screen.app.tick(std::time::Duration::from_millis(below(5000) as u64), &never),
        4 => screen.app.survey(&never),
        _ => {
            let bindings: Vec<_> = HELP.iter().flat_map(|line| line.bindings).collect();
            let binding = bindings[below(bindings.len())];
            let press = binding.keys[below(binding.keys.len())];
            if binding.command == Command::Quit || !press.is_in(Viewer::Terminal) {
                return;
            }
            // Some searches are stopped at once.
            let is_stopped = below(4) == 0;
            screen.app.key(&event(&press), &|| is_stopped);
        }
    }
    screen.redraw();
    assert!(!screen.app.is_over());
    screen.app.key(&KeyEvent::new(KeyCode::F(12), KeyModifiers::NONE), &never);
}
