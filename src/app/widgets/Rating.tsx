import { Rate } from 'antd'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { countStars, MAX_STARS } from './RatingCell.tsx'

/** A grade of one to five, stored as the digit; pressing the same star again clears it. */
export const Rating = ({ id, field, value, onChange, disabled, readOnly, onBlur }: ControlProps) => (
  <Rate
    id={id}
    aria-label={getTitle(field)}
    count={MAX_STARS}
    value={countStars(value)}
    disabled={disabled || readOnly}
    onBlur={onBlur}
    onChange={(stars) => onChange(stars === 0 ? null : String(stars))}
  />
)
