import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}

/** Returns the database statements of this process while `during` runs. */
export async function recordStatements(during: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = []
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
    if (typeof first === 'string') seen.push({ text: first, values: Array.isArray(second) ? second : [] })
    else if (first && 'text' in first) seen.push({ text: first.text, values: first.values ?? [] })
    return (original as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof original
  try {
    await during()
  } finally {
    pg.Client.prototype.query = original
  }
  return seen
}
