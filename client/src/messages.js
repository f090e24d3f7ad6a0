/**
 * The words of the wire, as types: what `server/messages` says, for the type checker alone.
 *
 * @typedef {"lobby" | "countdown" | "racing" | "over" | "closed"} RoomState
 * @typedef {"racing" | "finished" | "gave_up" | "time_up" | "away" | "stopped"} AttemptState
 * @typedef {"easy" | "medium" | "hard"} Strength
 * @typedef {["move", number, number, number] | ["up", number, number, Uint8Array] | ["down", number, number] | ["reverse", number, number]} Step
 * @typedef {[kind: string, cards: Uint8Array, up: number]} WirePile
 *
 * @typedef {{t: "welcome", player: string, version: string}} Welcome
 * @typedef {{id: string, name: string, robot: boolean, ready: boolean, here: boolean, strength: Strength | null, team: number | null, head_start_ms: number, wins: number}} Member
 * @typedef {{id: string, name: string, robot: boolean, place: number | null, state: AttemptState, time_ms: number, moves: number, undos: number, hints: number, home: number, down: number, suits: number[], splits: number[]}} Result
 * @typedef {{deal_id: string, nonce: Uint8Array}} Opening
 * @typedef {{racers: number, spectators: "open" | "finished" | "none", time_limit_ms: number | null, closing_ms: number | null, undo: "on" | "no_reveal" | "off", hints: boolean, winnable: boolean, listed: boolean, teams: number, series: number, delay_ms: number}} Settings
 * @typedef {{racers: number, spectators: string, time_limit_s: number | null, closing_s: number | null, undo: string, hints: boolean, winnable: boolean, listed: boolean, teams: number, series: number, delay_s: number}} Options
 * @typedef {{team: number, place: number, racers: number, finished: number, time_ms: number, home: number}} Team
 * @typedef {{races: number, over: boolean}} Series
 * @typedef {{number: number, ranked: boolean}} Daily which day's deal a room is for
 * @typedef {"clap" | "wow" | "laugh" | "sad" | "luck" | "thanks"} Sign
 * @typedef {{t: "reaction", player: string, sign: Sign}} Reaction
 * @typedef {{t: "room", v: number, code: string, variant: string, sealed: boolean, certified: boolean, solo: boolean, paused: boolean, settings: Settings, state: RoomState, host: string, members: Member[],
 *   spectators: number, commitment: string, clock_ms: number | null, ends_ms: number | null, race: number, series: Series, daily?: Daily, ghost?: true, results?: Result[], teams?: Team[], opening?: Opening}} Room
 * @typedef {{id: string, state: AttemptState, home: number, moves: number, down: number, time_ms: number | null, starts_ms: number, here: boolean}} Racer
 * @typedef {{code: string, variant: string, state: RoomState, daily?: number, solo?: boolean}} Place
 * @typedef {{code: string, variant: string, sealed: boolean, state: RoomState, host: string, racers: number, seats: number, watching: number, spectators: "open" | "finished" | "none"}} Listing
 * @typedef {{code: string, variant: string, time_ms: number, idle_ms: number}} Game one's own, alone and under way
 * @typedef {{code: string, race: number, won: boolean, time_ms: number, moves: number, ago_ms: number, kept: boolean}} GameOver one's own, alone
 * @typedef {{variant: string, played: number, won: number, best_time_ms: number | null, best_moves: number | null, streak: number, best_streak: number}} Statistics
 * @typedef {["move", number, number, number] | ["up", number, number, number[]] | ["down", number, number] | ["reverse", number, number]} ReplayStep
 * @typedef {{at_ms: number, move: string, steps: ReplayStep[], counters: Record<string, number>}} ReplayAction
 * @typedef {{id: string, name: string, robot: boolean, place: number | null, state: AttemptState, time_ms: number}} ReplayRacer
 * @typedef {{code: string, race: number, player: string, name: string, robot: boolean, solo: boolean, variant: string, deal_id: string, state: AttemptState, starts_ms: number, ends_ms: number,
 *   piles: [kind: string, cards: number[], up: number][], counters: Record<string, number>, actions: ReplayAction[], splits: number[], racers: ReplayRacer[]}} Replay
 * @typedef {{player: string, name: string, robot: boolean, variant: string, state: AttemptState, time_ms: number, marks: [at: number, home: number, moves: number, down: number][]}} Ghost
 * @typedef {{t: "progress", clock_ms: number, racers: Racer[]}} Progress
 * @typedef {{t: "table", player: string, v: number, state: AttemptState, piles: WirePile[], counters: Record<string, number>, n?: number, legal?: string[], taps?: string[], finish?: string[]}} TableFrame
 * @typedef {{t: "moved", player: string, v: number, move: string, steps: Step[], state: AttemptState, counters: Record<string, number>, n?: number, legal?: string[], taps?: string[], finish?: string[]}} Moved
 * @typedef {{t: "hint", v: number, advice?: string, move?: string, bar?: "thinking" | "no_progress" | "lost"}} Hint
 * @typedef {{t: "refused", re: string, reason: string, n?: number}} Refused
 * @typedef {{t: "error", reason: string}} ErrorFrame
 * @typedef {{t: "pong", c: number, clock_ms: number | null}} Pong
 * @typedef {Welcome | Room | Progress | Reaction | TableFrame | Moved | Hint | Refused | ErrorFrame | Pong} Incoming what the server says
 *
 * @typedef {{t: "play", n: number, v: number, move: string}} Play
 * @typedef {{t: "tap", n: number, v: number, pile: number, count: number}} Tap
 * @typedef {{t: "hint", n: number, v: number}} AskHint
 * @typedef {{t: "give_up", n: number, v: number}} GiveUp
 * @typedef {{t: "go_on", n: number, v: number}} GoOn
 * @typedef {{t: "configure", variant?: string, deal?: string} & Options} Configure
 * @typedef {{t: "join", name: string} | {t: "ready", ready: boolean} | {t: "start"} | {t: "leave"} | {t: "close"}
 *   | Configure | {t: "kick", player: string} | {t: "add_robot", strength: Strength}
 *   | {t: "team", team: number} | {t: "handicap", player: string, head_start_s: number} | {t: "react", sign: Sign} | {t: "rematch"}
 *   | {t: "new_deal", race: number, variant?: string, deal?: string} | {t: "pause"} | {t: "resume"} | Play | Tap | AskHint | GiveUp | GoOn | {t: "watch", players: string[]} | {t: "ping", c: number}} Outgoing what the client says
 */
export {};
