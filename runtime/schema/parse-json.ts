import type { DocumentProblem } from './problem-codes.ts'

/** Parses JSON; a syntax error becomes one problem that names line and column. */
export function parseJson(text: string): { json: unknown } | { problem: DocumentProblem } {
  const body = text.replace(/^\uFEFF/, '')
  try {
    return { json: JSON.parse(body) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? body.length)
    const before = body.slice(0, position).split('\n')
    const place = `第 ${before.length} 行第 ${(before.at(-1)?.length ?? 0) + 1} 列`
    const remedy = '请检查这里及上一行的引号、逗号和括号'
    return { problem: { path: '', code: 'BROKEN_JSON', text: `${place}：不是合法的 JSON，${remedy}` } }
  }
}
