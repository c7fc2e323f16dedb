import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import type { DocumentToolsProps } from './extensions.ts'

interface Props extends Pick<DocumentToolsProps, 'hasWord'> {
  title: string
  icon: ReactNode
  onClick(): void
}

/** The button of a tool of documents: its word, or its icon with the word as a hint. */
export function DocumentToolButton({ title, icon, hasWord, onClick }: Props) {
  if (hasWord) return <Button onClick={onClick}>{title}</Button>
  return (
    <Tooltip title={title}>
      <Button type="text" aria-label={title} icon={icon} onClick={onClick} />
    </Tooltip>
  )
}
