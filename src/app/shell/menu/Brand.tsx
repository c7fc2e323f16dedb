import { Link } from 'react-router-dom'
import { homePath } from '#client/guard.ts'
import { institution } from '#client/institution.ts'

export function Brand() {
  return (
    <Link to={homePath} className="app-brand" aria-label={`${institution}，首页`}>
      <span className="app-brand-seal" aria-hidden="true">
        志
      </span>
      <span className="app-brand-name">{institution}</span>
    </Link>
  )
}
