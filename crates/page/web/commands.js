// What the commands of the page do, by their names in the table of keys (`crates/viewer/src/keys.rs`).

import { askForBreakpoints, askForChange, askForTarget, showExplanation, showHelp } from "./dialogs.js";
import { keepAddress } from "./address.js";
import { cellText } from "./panels.js";
import { SPEEDS, play } from "./playback.js";
import { showShare } from "./share.js";

/** A command: what it runs. Steps add up while one is on its way. */
const command = (run) => ({ run, isStep: false });
const step = (run) => ({ run, isStep: true });

/** All commands; `helpLines` is the table of keys. */
export function createCommands(session, display, manualMoves, helpLines, watch = () => {}) {
  const goTo = (turn) => {
    session.pause();
    return session.goTo(turn);
  };
  const turns = (count) => step(() => goTo(session.heading + count));
  const twentieth = (sign) => step(() => goTo(session.heading + sign * Math.max(1, Math.round((session.lastTurn - session.firstTurn) / 20))));
  const search = (what, backwards) => command(() => session.find(what, backwards));
  const searchWrite = (backwards) => command(() => session.find(`write ${session.cursor}`, backwards));
  const moveCursor = (cells) => step(() => session.setCursor(session.cursor + cells()));
  const row = () => display.cellsPerRow(session.about);
  const setSpeed = (speed) => {
    session.speed = Math.min(SPEEDS.length - 1, Math.max(0, speed));
    display.drawStatus(session);
    keepAddress(session);
  };

  return {
    "play or pause": command(() => (session.isPlaying ? session.pause() : play(session))),
    "faster": command(() => setSpeed(session.speed + 1)),
    "slower": command(() => setSpeed(session.speed - 1)),
    "1 turn forward": turns(1),
    "1 turn back": turns(-1),
    "10 turns forward": turns(10),
    "10 turns back": turns(-10),
    "100 turns forward": turns(100),
    "100 turns back": turns(-100),
    "1000 turns forward": turns(1000),
    "1000 turns back": turns(-1000),
    "a twentieth forward": twentieth(1),
    "a twentieth back": twentieth(-1),
    "start": command(() => goTo(session.firstTurn)),
    "end": command(() => goTo(session.lastTurn)),
    "go to": command(() => askForTarget(session)),
    "next event": search("event", false),
    "previous event": search("event", true),
    "follow the next agent": command(() => followNext(session)),
    "follow or stay": command(() => followOrStay(session)),
    "cursor left": moveCursor(() => -1),
    "cursor right": moveCursor(() => 1),
    "cursor up": moveCursor(() => -row()),
    "cursor down": moveCursor(row),
    "zoom in": command(() => display.setZoom(session, session.zoom * 2)),
    "zoom out": command(() => display.setZoom(session, session.zoom / 2)),
    "panels": command(() => document.querySelector("main").classList.toggle("alone")),
    "who wrote this cell": command(() => session.say(cellText(session.cellUnderCursor, session.about.programs))),
    "go to that write": command(() => goToWrite(session, goTo)),
    "next write to this cell": searchWrite(false),
    "previous write to this cell": searchWrite(true),
    "edit breakpoints": command(() => askForBreakpoints(session)),
    "next breakpoint": search("breakpoint", false),
    "previous breakpoint": search("breakpoint", true),
    "fork": command(() => fork(session, manualMoves)),
    "other side": command(() => switchSides(session, manualMoves)),
    "drop the fork": command(() => dropFork(session, manualMoves)),
    "watch": command(watch),
    "share": command(() => showShare(session)),
    "why": command(() => showExplanation(session, session.seatInFocus)),
    "help": command(() => showHelp(session, helpLines)),
    "close": command(() => {
      session.stopSearch();
      manualMoves.end();
    }),
  };
}

function followNext(session) {
  const { agents, followed } = session;
  if (agents.length === 0) return session.say("there are no agents on the board at this turn");
  const at = followed === null ? -1 : agents.findIndex(([seat, role]) => seat === followed[0] && role === followed[1]);
  return session.follow(agents[(at + 1) % agents.length]);
}

function followOrStay(session) {
  const here = session.agents.find(([, , cell]) => cell === session.cursor);
  return session.followed === null && here ? session.follow(here) : session.followNobody();
}

function goToWrite(session, goTo) {
  const written = session.cellUnderCursor?.written;
  return written ? goTo(written[0]) : session.say("nobody wrote this cell before this turn");
}

/** Whether the page can play on with something changed. */
export function canFork({ asks_programs: asksPrograms, moves }) {
  return moves.length > 0 || !asksPrograms;
}

function fork(session, manualMoves) {
  if (session.about.moves.length > 0) return manualMoves.toggle();
  if (!canFork(session.about)) return session.say("the programs of this game cannot be asked in a page: change it with `bout view` in a terminal");
  return askForChange(session);
}

export function switchSides(session, manualMoves) {
  if (!session.view.shown.is_fork) return session.say("there is no fork: x makes one");
  manualMoves.end();
  return session.run("otherSide");
}

export function dropFork(session, manualMoves) {
  manualMoves.end();
  if (!session.view.shown.is_fork) return session.say("there is no fork: x makes one");
  return session.run("dropFork");
}
