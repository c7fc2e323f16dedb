import { type CSSProperties, Suspense } from 'react'
import type { PrintedBlock, Stamp } from '#runtime/record/print/print-record.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import './sheet.css'

const Barcode = lazyPart(async () => (await import('./Barcode.tsx')).Barcode)
const QrCode = lazyPart(async () => (await import('./QrCode.tsx')).QrCode)

interface Props {
  blocks: readonly PrintedBlock[]
  institution?: string
  /** How often the content is drawn, one below the other. */
  copies?: number
}

/** The content of one record or one list, as it is on paper. */
export function Sheet({ blocks, institution, copies = 1 }: Props) {
  return Array.from({ length: copies }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: equal copies, in a fixed number
    <article key={at} className="pro-print-copy">
      {blocks.map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a template have a fixed order
        <Block key={place} block={block} institution={institution} />
      ))}
    </article>
  ))
}

function Block({ block, institution }: { block: PrintedBlock; institution?: string }) {
  switch (block.type) {
    case 'title':
      return (
        <header className="pro-print-title">
          {institution !== undefined && <p>{institution}</p>}
          <h1>{block.title}</h1>
          {block.stamp && <StampMark stamp={block.stamp} />}
        </header>
      )
    case 'text':
      return (
        <p className="pro-print-text" data-size={block.size} data-align={block.align}>
          {block.text}
        </p>
      )
    case 'fields':
      return (
        <section className="pro-print-group">
          {block.title !== undefined && <h2>{block.title}</h2>}
          <dl style={{ '--columns': block.columns } as CSSProperties}>
            {block.fields.map(({ key, title, text, span }) => (
              <div key={key} style={{ gridColumn: `span ${span}` }}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )
    case 'table':
      return <PrintedTable block={block} />
    case 'signatures':
      return (
        <ul className="pro-print-signatures">
          {block.signatures.map(({ title, text }) => (
            <li key={title}>
              <span>{title}</span>
              {text === '' ? <i /> : <b>{text}</b>}
            </li>
          ))}
        </ul>
      )
    default:
      return (
        <Suspense fallback={<span aria-busy />}>
          {block.type === 'qr' ? (
            <QrCode text={block.text} height={block.height} />
          ) : (
            <Barcode text={block.text} height={block.height} />
          )}
        </Suspense>
      )
  }
}

const StampMark = ({ stamp }: { stamp: Stamp }) => (
  <span className="pro-print-stamp" data-initial={stamp.isInitial || undefined}>
    <b>{stamp.text}</b>
    {stamp.note !== '' && <small>{stamp.note}</small>}
  </span>
)

const NUMBER_WIDTH = 44

/** A table whose head is repeated on each page; the totals are its last row, on the last page only. */
function PrintedTable({ block }: { block: Extract<PrintedBlock, { type: 'table' }> }) {
  const { title, columns, rows, totals, note } = block
  const whole = columns.reduce((sum, { width }) => sum + width, NUMBER_WIDTH)
  // The word 合计 takes the columns before the first total.
  const first = totals?.findIndex((text) => text !== '') ?? -1
  return (
    <section className="pro-print-group">
      {title !== undefined && <h2>{title}</h2>}
      <table>
        <colgroup>
          <col style={{ width: `${(100 * NUMBER_WIDTH) / whole}%` }} />
          {columns.map(({ key, width }) => (
            <col key={key} style={{ width: `${(100 * width) / whole}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th>序号</th>
            {columns.map((column) => (
              <th key={column.key}>{column.title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, isTotal }, at) => (
            <tr key={key} className={isTotal ? 'is-total' : undefined}>
              <td className="is-center">{isTotal || cells.every((text) => text === '') ? '' : at + 1}</td>
              {columns.map((column, place) => (
                <td key={column.key} className={`is-${column.align}`}>
                  {cells[place]}
                </td>
              ))}
            </tr>
          ))}
          {totals && first >= 0 && (
            <tr className="is-total">
              <td className="is-center" colSpan={first + 1}>
                合计
              </td>
              {columns.slice(first).map((column, place) => (
                <td key={column.key} className={`is-${column.align}`}>
                  {totals[first + place]}
                </td>
              ))}
            </tr>
          )}
          {note !== undefined && (
            <tr className="is-note">
              <td colSpan={columns.length + 1}>{note}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}
