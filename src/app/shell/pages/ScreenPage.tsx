import { useSearchParams } from 'react-router-dom'
import { Inspectable } from '#client/access/Inspectable.tsx'
import { lazyPage } from '#client/lazy-page.ts'
import { AppRuntime } from '#client/runtime/AppRuntime.tsx'
import type { OnlineLayout } from '#runtime/resolve/component.ts'
import { SchemaPage } from '#runtime/resolve/SchemaPage.tsx'

const DesignerPage = lazyPage(() => import('#designer/DesignerPage.tsx'))

/** The groups with lists of documents: where their address names one, it is open in the designer. */
const listsDocuments = /^(online|bpm)\//

export interface Props {
  id: string
  layout?: OnlineLayout
  /** The record that is shown alone. */
  record?: string
}

/** The engine of the schema screens, loaded with the first of them. */
export default function ScreenPage({ id, ...part }: Props) {
  const [params] = useSearchParams()
  return (
    <AppRuntime>
      {listsDocuments.test(id) && params.has('design') ? (
        <DesignerPage />
      ) : (
        <Inspectable id={id}>
          <SchemaPage id={id} {...part} />
        </Inspectable>
      )}
    </AppRuntime>
  )
}
