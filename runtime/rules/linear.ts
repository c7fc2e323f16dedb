/** A pattern as steps between states: a step matches one letter of its set, or none (`null`). */
interface Automaton {
  steps: { to: number; set: RegExp | null }[][]
}

/** Letters that distinguish sets: sets without a common letter among these are treated as different. */
const probes = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
  '\t',
  '\n',
  'é',
  '中',
  '，',
  '１',
]
/** Counted repetitions are written out up to this often; two tell whether they are ambiguous. */
const MAX_COPIES = 4
const MAX_STATES = 150
/** Steps looked at before a pattern counts as too large. */
const MAX_STEPS = 100_000

class Reader {
  readonly steps: Automaton['steps'] = []
  at = 0
  constructor(readonly source: string) {}

  state(): number {
    if (this.steps.length >= MAX_STATES) throw new Error('too large')
    return this.steps.push([]) - 1
  }
  link(from: number, to: number, set: RegExp | null = null): void {
    this.steps[from]?.push({ to, set })
  }

  /** Alternatives up to the end or a closing bracket; answers the state they lead to. */
  choice(from: number): number {
    const end = this.state()
    for (;;) {
      let here = this.state()
      this.link(from, here)
      while (this.at < this.source.length && !'|)'.includes(this.source[this.at] ?? ''))
        here = this.repeated(here)
      this.link(here, end)
      if (this.source[this.at] !== '|') return end
      this.at += 1
    }
  }

  repeated(from: number): number {
    const begin = this.at
    const once = this.atom(from)
    const after = this.at
    const count = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(this.source.slice(after))
    if (!count) return once
    this.at = after + count[0].length
    const [sign] = count[0]
    const least = sign === '+' ? 1 : sign === '*' || sign === '?' ? 0 : Number(count[1])
    const most =
      sign === '?'
        ? 1
        : sign === '{'
          ? count[2] === undefined
            ? least
            : Number(count[3] || Number.POSITIVE_INFINITY)
          : Number.POSITIVE_INFINITY
    const end = this.at
    const again = (start: number): number => {
      this.at = begin
      const to = this.atom(start)
      this.at = end
      return to
    }
    let here = from
    let to = once
    const copies = Math.min(Math.max(least, 1), MAX_COPIES)
    for (let copy = 1; copy < copies; copy += 1) {
      here = to
      to = again(here)
    }
    if (least === 0) this.link(from, to)
    if (most === Number.POSITIVE_INFINITY) {
      const loop = this.state()
      this.link(to, loop)
      this.link(again(loop), loop)
      return loop
    }
    for (let copy = copies; copy < Math.min(most, MAX_COPIES); copy += 1) {
      const more = again(to)
      this.link(to, more)
      to = more
    }
    return to
  }

  atom(from: number): number {
    const rest = this.source.slice(this.at)
    const group = /^\((?:\?(?::|P?<\w+>|[imsu]*:))?/.exec(rest)
    if (group) {
      this.at += group[0].length
      const end = this.choice(from)
      this.at += 1
      return end
    }
    const [text = ''] =
      /^(?:\[\^?\]?(?:\\.|[^\]\\])*\]|\\(?:x[\da-f]{2}|u[\da-f]{4}|[pP]\{\w+\}|[\s\S])|[\s\S])/i.exec(rest) ??
      []
    this.at += text.length
    const to = this.state()
    const isPlace = /^(?:[\^$]|\\[bBAz])$/.test(text)
    this.link(from, to, isPlace ? null : new RegExp(`^(?:${text})$`, text.startsWith('\\p') ? 'u' : ''))
    return to
  }
}

/**
 * Whether a backtracking engine could take exponential time over a pattern, as over `(a+)+$`: some text leads from a state
 * back to itself in two ways. The server's engine is safe; the browser's would hang on such texts. Patterns that are
 * too large or read otherwise count as fine.
 */
export function isReDoSVulnerable(source: string): boolean {
  try {
    const reader = new Reader(source)
    const start = reader.state()
    reader.choice(start)
    return hasTwoWays(reader.steps)
  } catch {
    // Every other node is handled by the compilers.
    return false
  }
}

type Steps = Automaton['steps']

/** All states reached without a letter, each as often as there are ways to it (counted to two). */
function reach(steps: Steps, from: number): Map<number, number> {
  const ways = new Map<number, number>()
  const walk = (state: number, seen: ReadonlySet<number>): void => {
    const known = ways.get(state) ?? 0
    if (known >= 2) return
    ways.set(state, known + 1)
    for (const { to, set } of steps[state] ?? []) if (!set && !seen.has(to)) walk(to, new Set([...seen, to]))
  }
  walk(from, new Set([from]))
  return ways
}

/** Steps that match a letter, from each state, including those reached through empty steps. */
function letterSteps(steps: Steps): { to: number; letters: ReadonlySet<string>; ways: number }[][] {
  return steps.map((_, from) =>
    [...reach(steps, from)].flatMap(([state, ways]) =>
      (steps[state] ?? []).flatMap(({ to, set }) =>
        set ? [{ to, ways, letters: new Set(probes.filter((letter) => set.test(letter))) }] : [],
      ),
    ),
  )
}

function hasTwoWays(steps: Steps): boolean {
  const moves = letterSteps(steps)
  let looks = 0
  const meets = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...one].some((letter) => other.has(letter))
  // Only states that a letter leads to matter: between letters nothing can be ambiguous.
  const entered = new Set(moves.flat().map(({ to }) => to))
  for (const home of entered) {
    // Pairs of states that the same text leads to from `home`; `parted`: by two different ways.
    const seen = new Set<string>()
    const queue: [number, number, boolean][] = [[home, home, false]]
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [left, right, parted] = next
      for (const [i, one] of (moves[left] ?? []).entries()) {
        for (const [j, other] of (moves[right] ?? []).entries()) {
          looks += 1
          if (looks > MAX_STEPS) throw new Error('too large')
          if (!meets(one.letters, other.letters)) continue
          const now = parted || (left === right ? i !== j || one.ways > 1 : true)
          if (now && one.to === home && other.to === home) return true
          const key = `${one.to} ${other.to} ${now}`
          if (seen.has(key)) continue
          seen.add(key)
          queue.push([one.to, other.to, now])
        }
      }
    }
  }
  return false
}
