//! Films of small and of long matches: what they show, how long they take, and that files of them are sound.

use film::{
    BoardPicture, Film, FilmError, Item, Options, Pace, Picture, Size, Theme, write_frames, write_gif,
    write_svg,
};
use game::{AnyGame, AnyPlayers, NoPlayers, Reply, Rules, Seat, Void};
use games::registry;
use record::Record;
use referee::{Lineup, Source};
use viewer::Replay;

const OPTIONS: Options =
    Options { size: Size { width: 640, height: 480 }, seconds: 20, theme: Theme::Dark, pace: Pace::Smooth };

fn find(name: &str) -> Option<&'static dyn AnyGame> {
    registry::by_name(name).map(|game| game as &dyn AnyGame)
}

fn record_of(
    game: &str,
    sources: &[&str],
    parameters: &[(&str, u64)],
    lists: &[(&str, &[u64])],
    players: &mut dyn AnyPlayers,
) -> Record {
    let game = find(game).expect("it is registered");
    let read = |source: &&str| game.read(source.as_bytes()).into_program().expect("it is legal");
    let mut rules = Rules::new();
    for &(key, value) in parameters {
        rules.add(key, value).expect("a new key");
    }
    let lineup = Lineup::new(game, sources.iter().map(read).collect(), &rules).expect("a legal contest");
    let mut setup = lineup.draw_setup(1);
    for (list, numbers) in lists {
        setup.set(*list, numbers.to_vec());
    }
    let finished = lineup.runner().play(&setup, players, &|| false).expect("it is played");
    let source = |(seat, source): (usize, &&str)| Source {
        file: format!("player{seat}"),
        bytes: source.as_bytes().to_vec(),
    };
    let sources: Vec<Source> = sources.iter().enumerate().map(source).collect();
    lineup.record(
        &finished,
        referee::Provenance { sources: &sources, seed: None, match_index: 0, environment: &[] },
    )
}

/// A ring of 90 squares; the second player dies in turn 2 of the `d` on which she stands.
fn short_esowar(names: [&str; 2]) -> Record {
    let sources = [format!(";name {}\n+>+", names[0]), format!(";name {}\nd+", names[1])];
    let lists: [(&str, &[u64]); 2] = [("start", &[10, 60]), ("robots", &[30, 80])];
    record_of(
        "esowar",
        &sources.each_ref().map(|source| &source[..]),
        &[("squares", 90)],
        &lists,
        &mut NoPlayers,
    )
}

/// Nobody writes and nobody dies for so many turns.
fn endless_esowar(players: usize, turns: u64) -> Record {
    let parameters = [("squares", 1000 * players as u64), ("max_turns", turns)];
    record_of("esowar", &vec!["+"; players], &parameters, &[], &mut NoPlayers)
}

/// Moves of X and O, again and again.
struct Moves(&'static [u8], usize);

impl AnyPlayers for Moves {
    fn ask(&mut self, _: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        self.1 += 1;
        Ok(Reply::Answer(vec![self.0[(self.1 - 1) % self.0.len()]]))
    }
}

fn snakes(turns: u64) -> Record {
    let bot = "int f(void) { return 0; }";
    record_of("snakes", &[bot, bot], &[("turns", turns)], &[], &mut Moves(b"RLRLDURLRL", 0))
}

fn with_film<T>(record: &Record, options: Options, use_film: impl FnOnce(&mut Film) -> T) -> T {
    let mut replay = Replay::open(record, find).expect("a record of ours");
    let mut film = Film::new(&mut replay, Some(7), options, &|| false).expect("it ends");
    use_film(&mut film)
}

fn pictures(record: &Record, options: Options) -> Vec<Picture> {
    with_film(record, options, |film| {
        (0..film.pictures()).map(|index| film.picture(index).expect("not stopped")).collect()
    })
}

fn says(picture: &Picture, text: &str) -> bool {
    picture.texts().any(|line| line.contains(text))
}

#[test]
fn a_film_begins_with_the_title_and_ends_with_the_result() {
    let pictures = pictures(&short_esowar(["Hawk", "Peacock"]), OPTIONS);
    let (first, last) = (&pictures[0], &pictures[pictures.len() - 1]);
    for text in ["Esowar", "Hawk", "Peacock", "seed 7"] {
        assert!(says(first, text), "{text}: {first:?}");
    }
    assert!(first.board.is_none() && !first.texts().any(|text| text.contains("wins")));
    for text in ["Hawk wins", "the last other commander read “d”", "after 2 turns"] {
        assert!(says(last, text), "{text}: {last:?}");
    }
    // Nothing tells the result before.
    let before = &pictures[..pictures.len() - 2];
    assert!(before.iter().all(|picture| !says(picture, "wins") && !says(picture, "last other commander")));
    let turns: Vec<bool> = pictures[1..4]
        .iter()
        .zip(0..)
        .map(|(picture, turn)| says(picture, &format!("turn {turn}")))
        .collect();
    assert_eq!(turns, [true; 3], "every turn of a short match is shown");
}

#[test]
fn who_died_is_marked_where_she_stood() {
    let pictures = pictures(&short_esowar(["Hawk", "Peacock"]), OPTIONS);
    let crosses =
        |picture: &Picture| picture.items.iter().filter(|item| matches!(item, Item::Cross { .. })).count();
    let counts: Vec<usize> = pictures.iter().map(crosses).collect();
    // Nobody, and after her death one beside her name and one on the board.
    assert_eq!(counts, [0, 0, 0, 2, 2]);
    let living = |picture: &Picture, seat| {
        picture
            .items
            .iter()
            .filter(|item| matches!(item, Item::Sign { seat: whose, .. } if *whose == seat))
            .count()
    };
    assert_eq!(
        (living(&pictures[2], 1), living(&pictures[3], 1)),
        (3, 1),
        "name, commander and robot; the name alone"
    );
}

#[test]
fn boards_have_the_colours_of_players() {
    let pictures = pictures(&snakes(9), OPTIONS);
    let board = pictures[pictures.len() - 2].board.as_ref().expect("a board");
    let BoardPicture { columns, rows, colours, .. } = board;
    assert_eq!((*columns, *rows, colours.len()), (32, 16, 512), "a spot a square");
    // X started in the upper left corner, O in the lower right one.
    assert_ne!(colours[0], colours[511]);
    assert_ne!(colours[0], colours[256], "nobody was in the middle");
}

#[test]
fn films_keep_their_time_whatever_the_length_of_the_match() {
    let mut matches = vec![snakes(1), snakes(60), endless_esowar(2, 1), endless_esowar(2, 60)];
    matches.extend([endless_esowar(2, 4_000_000), endless_esowar(18, 50_000)]);
    for record in matches {
        for pace in [Pace::Smooth, Pace::Sparse] {
            let options = Options { pace, ..OPTIONS };
            with_film(&record, options, |film| {
                let durations = film.durations();
                let turns = record.outcome.turns;
                assert_eq!(durations.len(), film.pictures());
                assert!(durations.iter().sum::<u32>() <= 100 * OPTIONS.seconds, "{turns}: {durations:?}");
                assert!(durations.len() <= 160, "{turns}: {}", durations.len());
                let last = film.picture(film.pictures() - 2).expect("not stopped");
                let shown = format!("turn {}", game::text::grouped(turns));
                assert!(says(&last, &shown), "the last turn is shown: {shown}");
            });
        }
    }
}

fn written(
    record: &Record,
    options: Options,
    write: fn(&mut Film, &mut dyn std::io::Write) -> Result<(), FilmError>,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    with_film(record, options, |film| write(film, &mut bytes)).expect("it is written");
    bytes
}

#[test]
fn a_gif_has_the_pictures_of_the_film() {
    let record = snakes(20);
    let bytes = written(&record, OPTIONS, write_gif);
    assert_eq!(bytes, written(&record, OPTIONS, write_gif), "the same film is the same bytes");
    let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).expect("a GIF");
    assert_eq!((decoder.width(), decoder.height()), (640, 480));
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("sound frames") {
        delays.push(u32::from(frame.delay));
    }
    assert_eq!(delays, with_film(&record, OPTIONS, |film| film.durations()));
}

#[test]
fn plain_frames_are_as_many_as_the_film_is_long() {
    let record = snakes(5);
    let options = Options { size: Size { width: 320, height: 240 }, ..OPTIONS };
    let bytes = written(&record, options, |film, to| write_frames(film, 10, to));
    let hundredths: u32 = with_film(&record, options, |film| film.durations()).iter().sum();
    assert_eq!(bytes.len(), 320 * 240 * 3 * (hundredths as usize).div_ceil(10));
}

#[test]
fn an_svg_is_sound_whatever_programs_are_called() {
    let names = ["</title><script>alert(1)</script>", "\"'&lt;]]>\u{202e}\u{7}"];
    let record = short_esowar(names);
    let options = Options { pace: Pace::Sparse, ..OPTIONS };
    let svg = String::from_utf8(written(&record, options, write_svg)).expect("text");
    let document = roxmltree::Document::parse(&svg).expect("sound XML");
    let known = ["svg", "title", "style", "rect", "g", "path", "circle", "polygon", "text"];
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        assert!(known.contains(&node.tag_name().name()), "{node:?}");
        assert!(
            node.attributes()
                .all(|attribute| !attribute.name().starts_with("on") && !attribute.name().contains("href"))
        );
    }
    let title = document.descendants().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
    assert!(title.is_some_and(|title| title.contains("wins after 2 turns")), "{title:?}");
    assert!(
        !svg.contains("http://") || svg.matches("http://").count() == 1,
        "nothing is loaded from elsewhere"
    );
}

#[test]
fn svgs_stay_small() {
    let options = Options { pace: Pace::Sparse, ..OPTIONS };
    for record in [endless_esowar(18, 100_000), snakes(60)] {
        let bytes = written(&record, options, write_svg);
        assert!(bytes.len() < 1 << 20, "{} bytes", bytes.len());
    }
}

#[test]
fn any_number_of_players_and_any_size_can_be_composed() {
    let long = ";name The unbelievably long name of a program that never ends\n+";
    for players in [2, 3, 6, 7, 18, 19, 64] {
        let parameters = [("squares", 200 * players as u64), ("max_turns", 20)];
        let record = record_of("esowar", &vec![long; players], &parameters, &[], &mut NoPlayers);
        for (width, height) in [(320, 240), (480, 854), (1920, 1440)] {
            let size = Size { width, height };
            for picture in pictures(&record, Options { size, ..OPTIONS }) {
                let board = picture.board.as_ref().map(|board| board.area);
                let is_inside = board.is_none_or(|area| {
                    area.x >= 0
                        && area.y >= 0
                        && area.x + area.width <= i32::from(width)
                        && area.y + area.height <= i32::from(height)
                });
                assert!(is_inside, "{players} players, {size}: {board:?}");
            }
        }
    }
}

#[test]
fn who_stops_a_film_gets_none() {
    let record = endless_esowar(2, 100_000);
    let mut replay = Replay::open(&record, find).expect("a record of ours");
    assert!(matches!(Film::new(&mut replay, None, OPTIONS, &|| true), Err(FilmError::Stopped)));
}

#[test]
fn sizes_are_read_and_bounded() {
    let read = |text: &str| text.parse::<Size>();
    assert_eq!(read("640x480"), Ok(Size { width: 640, height: 480 }));
    for wrong in
        ["", "640", "x", "640x", "641x480", "318x480", "640x238", "99999x480", "1922x480", "-640x480"]
    {
        assert!(read(wrong).is_err_and(|error| error.to_string().contains("320x240")), "{wrong}");
    }
}
