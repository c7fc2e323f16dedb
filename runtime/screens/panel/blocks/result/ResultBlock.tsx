import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router-dom'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import './result.css'

const marks = {
  success: CheckCircleFilled,
  error: CloseCircleFilled,
  warning: ExclamationCircleFilled,
  info: InfoCircleFilled,
} as const
const isMarked = (status: string): status is keyof typeof marks => status in marks

/** What came of something, and the next steps. */
export function ResultBlock({ block }: { block: Block<'result'> }) {
  const { title, status, text, reasons, links, print } = block
  const Mark = isMarked(status) ? marks[status] : undefined
  return (
    <section className="pro-result" aria-label={title} data-status={Mark ? status : undefined}>
      {Mark ? (
        <Mark aria-hidden />
      ) : (
        <div className="pro-result-number" aria-hidden="true">
          {status}
        </div>
      )}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {(links || print) && (
        <div className="pro-result-ways">
          {links?.map((link, at) => (
            <Link key={link.href + link.title} to={link.href}>
              <Button type={at === 0 ? 'primary' : 'default'}>{link.title}</Button>
            </Link>
          ))}
          {print && <Button onClick={() => window.print()}>打印</Button>}
        </div>
      )}
      {reasons && (
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
