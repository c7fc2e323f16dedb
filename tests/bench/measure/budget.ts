/** One measured figure beside what it may be. */
export interface Budget {
  name: string
  value: number
  limit: number
  unit: string
  /** The limit is a lower bound. */
  atLeast?: boolean
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const isKept = ({ value, limit, atLeast }: Budget): boolean =>
  atLeast ? value >= limit : value <= limit
