//! Matches as viewers see them: a game's scene, and the moment after each turn.

use game::{
    AnyGame, AnyMatch, AnyPlayers, Event, Exchange, Frame, LineRole, Moment, NamedLists, Panel, PanelLine,
    Reply, Rules, Scene, Seat, SeatNames, Void,
};

/// A match that is looked at.
pub(crate) struct Viewed {
    pub(crate) scene: Box<dyn Scene>,
    pub(crate) table: Box<dyn AnyMatch>,
    pub(crate) frame: Frame,
    pub(crate) events: Vec<Event>,
    pub(crate) asked: Vec<Exchange>,
    pub(crate) names: SeatNames,
}

impl Viewed {
    /// A match of these programs, before its first turn.
    pub(crate) fn new(game: &dyn AnyGame, programs: &[&str], rules: &[&str], setup: &NamedLists) -> Self {
        let read = |source: &&str| game.read(source.as_bytes()).program.expect("it is a program");
        let programs: Vec<_> = programs.iter().map(read).collect();
        let rules = Rules::parse(rules).expect("they can be read");
        let contest = game.lineup(&programs, &rules).expect("they are legal");
        let mut table = contest.new_match();
        table.begin(setup).expect("it is legal");
        let scene = contest.scene(setup).expect("it is legal");
        let frame = table.frame();
        let names = SeatNames::default();
        Self { scene, table, frame, events: Vec::new(), asked: Vec::new(), names }
    }

    /// Goes on to the moment after the next turn.
    pub(crate) fn step(&mut self, players: &mut dyn AnyPlayers) {
        self.events.clear();
        self.asked.clear();
        let mut noting = Noting { players, asked: &mut self.asked };
        let events = &mut self.events;
        let until = self.table.turn() + 1;
        self.table
            .advance_watched(until, &mut noting, &mut |event| events.push(event))
            .expect("it is not void");
        self.frame = self.table.frame();
    }

    pub(crate) fn moment(&self) -> Moment<'_> {
        Moment { frame: &self.frame, events: &self.events, asked: &self.asked, names: &self.names }
    }

    pub(crate) fn panels(&self) -> Vec<Panel> {
        self.scene.panels(&self.moment())
    }

    /// The lines of the panel with this title, as `ROLE TEXT @CELL`, where a plain line's role is not told.
    #[track_caller]
    pub(crate) fn lines(&self, title: &str) -> Vec<String> {
        let panels = self.panels();
        let titles: Vec<&str> = panels.iter().map(|panel| panel.title.as_str()).collect();
        let panel = panels.iter().find(|panel| panel.title == title);
        let panel = panel.unwrap_or_else(|| panic!("there is no panel `{title}` among {titles:?}"));
        panel.lines.iter().map(in_words).collect()
    }

    /// Who is where, as `SEAT ROLE CELL`.
    pub(crate) fn agents(&self) -> Vec<String> {
        let agents = self.scene.agents_at(&self.moment());
        agents.iter().map(|agent| format!("{} {} {}", agent.seat, agent.role, agent.cell)).collect()
    }
}

fn in_words(line: &PanelLine) -> String {
    let role = match line.role {
        LineRole::Plain => "",
        LineRole::Current => "current ",
        LineRole::Quiet => "quiet ",
        LineRole::Added => "added ",
        LineRole::Removed => "removed ",
        LineRole::Failure => "failure ",
    };
    let cell = line.cell.map_or(String::new(), |cell| format!(" @{cell}"));
    format!("{role}{}{cell}", line.text)
}

/// Keeps what is asked and answered.
struct Noting<'a> {
    players: &'a mut dyn AnyPlayers,
    asked: &'a mut Vec<Exchange>,
}

impl AnyPlayers for Noting<'_> {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let reply = self.players.ask(seat, question)?;
        self.asked.push(Exchange { seat, question: question.to_vec(), reply: reply.clone() });
        Ok(reply)
    }
}
