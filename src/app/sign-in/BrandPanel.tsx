import { Link } from 'react-router-dom'
import { institution, productTitle } from '#client/institution.ts'
import { Seal } from './Seal.tsx'

const title = '志书诸体与门目'
/** Composed for this page: the kinds of chronicles and the parts of one, fourteen characters a column. */
const columns = [
  '一省有通志一府有府志州厅县邑',
  '各有其志下及乡镇里社山川书院',
  '其书有图有表有志有传疆域建置',
  '田赋学校职官选举人物艺文杂记',
]
const note = ['馆中自撰', '以明体例']

/** The centre strip of a folded leaf: stem, fishtail, the name, fishtail, stem. */
export function BrandStrip() {
  return (
    <div className="app-strip" aria-hidden="true">
      <i className="app-stem" />
      <i className="app-fishtail" />
      <b>{institution}</b>
      <span>{productTitle}</span>
      <i className="app-fishtail app-down" />
      <i className="app-stem" />
    </div>
  )
}

/** The text is decorative; the seal links to the home page. */
export function BrandPanel() {
  return (
    <div className="app-text-leaf">
      <div className="app-column app-title" aria-hidden="true">
        {title}
      </div>
      {columns.map((text) => (
        <div className="app-column" key={text} aria-hidden="true">
          {text}
        </div>
      ))}
      <div className="app-column app-note" aria-hidden="true">
        {note.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
      <div className="app-column app-blank" />
      <div className="app-column app-sealed">
        <Link to="/" aria-label={`${institution}，首页`}>
          <Seal />
        </Link>
      </div>
    </div>
  )
}
