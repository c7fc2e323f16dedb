import { ButtonPopover } from '../overlay/ButtonPopover.tsx'
import './formula.css'

/** The explanation of a computed value: with titles, and with values. */
export interface Formula {
  formula: string
  figures: string
  /** The row of the values, if there are several: 第 2 行. */
  place?: string
}

interface Props {
  title: string
  scale?: number
  /** Evaluated when opened; null shows nothing. */
  explain(): Formula | null
}

/** The fx button beside a computed value: explains and evaluates its formula. */
export function FormulaMark({ title, scale, explain }: Props) {
  return (
    <ButtonPopover content={() => <Explanation title={title} scale={scale} explain={explain} />}>
      {/* Named by text, not by a label: there is one thing of the field's label, the field. */}
      {(trigger) => (
        <button type="button" tabIndex={-1} className="pro-fx" {...trigger}>
          <span aria-hidden>fx</span>
          <span className="pro-fx-name">{title}的算法</span>
        </button>
      )}
    </ButtonPopover>
  )
}

function Explanation({ title, scale, explain }: Props) {
  const explained = explain()
  if (!explained) return null
  const { formula, figures, place } = explained
  return (
    <div className="pro-formula">
      <div className="pro-formula-head">
        {title}
        <span>自动计算{scale === undefined ? '' : `，保留 ${scale} 位小数`}</span>
      </div>
      <div className="pro-formula-line">{formula}</div>
      {figures && (
        <div className="pro-formula-line">
          {place && <i>{place}</i>}
          {figures}
        </div>
      )}
    </div>
  )
}
