import { Tooltip } from 'antd'
import type { ReactElement } from 'react'
import type { QueryRule } from '#runtime/schema/field-value.ts'

/** Placeholders of empty text query items. */
export const likeHints: Partial<Record<QueryRule, string>> = {
  right_like: '以…开头',
  left_like: '以…结尾',
  like: '可用 * 匹配',
}

/**
 * Explains wildcards around a text query item, below it: above it is the title of a picker. Not on focus, which a picker
 * sets by itself; the placeholder has the same hint.
 */
export function WildcardHint({ rule, children }: { rule: QueryRule; children: ReactElement }) {
  return likeHints[rule] === undefined ? (
    children
  ) : (
    <Tooltip title="使用 * 作前缀、后缀或全模糊匹配" placement="bottomLeft">
      {children}
    </Tooltip>
  )
}
