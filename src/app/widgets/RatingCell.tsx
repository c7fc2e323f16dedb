import type { CellProps } from '#runtime/contract/contract.ts'

export const MAX_STARS = 5

/** The number of stars for a text: at most five, none for a text that is no number. */
export const countStars = (value: unknown): number => {
  const count = Math.round(Number(value ?? 0))
  return Number.isFinite(count) ? Math.min(Math.max(count, 0), MAX_STARS) : 0
}

export function RatingCell({ value }: CellProps) {
  const stars = countStars(value)
  return (
    <span role="img" aria-label={`${stars} 星`}>
      {'★'.repeat(stars)}
      {'☆'.repeat(MAX_STARS - stars)}
    </span>
  )
}
