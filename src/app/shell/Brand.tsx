import { Link } from 'react-router-dom'
import { homePath } from '../guard.ts'
import { institution } from '../institution.ts'

export function Brand() {
  return (
    <Link to={homePath} className="brand" aria-label={`${institution}，首页`}>
      <span className="brand-seal" aria-hidden="true">
        志
      </span>
      <span className="brand-name">{institution}</span>
    </Link>
  )
}
