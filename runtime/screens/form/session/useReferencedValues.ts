import { useEffect } from 'react'
import type { Http } from '#runtime/data/http.ts'
import type { LoadReferenced } from '#runtime/record/formulas/referenced-values.ts'
import type { Values } from '#runtime/record/scope.ts'
import { isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { Session } from '../session.ts'

/** The server answers for at most as many references. */
const MAX_REFERENCES = 100

const buildLoader =
  (http: Http, screen: string): LoadReferenced =>
  async ({ detail, field, values }) => {
    const place = detail === null ? screen : `${screen}/${detail}`
    const records: Values[] = []
    for (let at = 0; at < values.length; at += MAX_REFERENCES) {
      const params = { field, values: JSON.stringify(values.slice(at, at + MAX_REFERENCES)) }
      records.push(...(await http.get<Values[]>(`/resource/${place}/referenced`, params)))
    }
    return new Map(records.map((record) => [String(record[field]), record]))
  }

const showsReferences = ({ fields }: Pick<ScreenDocument, 'fields'>): boolean =>
  fields.some(
    (field) => (field.from ?? field.follow) !== undefined || (isDetail(field) && showsReferences(field)),
  )

/** Fields that show values of another record (`from`) follow the reference while the form is open. */
export function useReferencedValues(session: Session | null): void {
  const { http } = useServices()
  useEffect(() => {
    if (!session || session.model.env.mode === 'detail' || !showsReferences(session.screen)) return
    const { model, screen } = session
    let end: (() => void) | null = () => undefined
    // Few forms have such fields.
    import('#runtime/record/formulas/referenced-values.ts')
      .then(({ followReferences }) => {
        if (end) end = followReferences(model, buildLoader(http, screen.id))
      })
      .catch(() => undefined)
    return () => {
      end?.()
      end = null
    }
  }, [session, http])
}
