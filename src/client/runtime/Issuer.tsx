import { institution } from '../institution.ts'
import { useDepartment } from '../session/useDepartment.ts'

/** The institution and the user's current department: 省地方志馆 采编部. A component, because the department is loaded when it is drawn. */
export function Issuer() {
  const department = useDepartment()
  return [institution, department ?? []].flat().join(' ')
}
