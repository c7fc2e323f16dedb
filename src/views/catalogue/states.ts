/** The states in which the views are shown, by their name in the address. */
export const stateTitles = {
  disabled: '不可用',
  readOnly: '只读',
  invalid: '有错',
  empty: '空值',
  dense: '紧凑',
} as const

export type State = keyof typeof stateTitles
export type States = ReadonlySet<State>

const isState = (word: string): word is State => Object.hasOwn(stateTitles, word)

export const readStates = (params: URLSearchParams): States =>
  new Set((params.get('state') ?? '').split(',').filter(isState))

export function writeStates(params: URLSearchParams, states: Iterable<State>): URLSearchParams {
  const next = new URLSearchParams(params)
  const list = [...states].join(',')
  if (list) next.set('state', list)
  else next.delete('state')
  return next
}
