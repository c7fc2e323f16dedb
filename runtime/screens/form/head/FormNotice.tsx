import { Alert } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  text: string
  /** Details below the text. */
  children?: ReactNode
}

/** A notice above the fields of a form. Most forms have none, so it is a chunk of its own. */
export function FormNotice({ text, children }: Props) {
  return <Alert className="pro-form-notice" type="info" showIcon message={text} description={children} />
}
