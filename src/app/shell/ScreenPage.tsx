import { SchemaPage } from '#runtime/resolve/SchemaPage.tsx'
import { AppRuntime } from '../runtime.tsx'
import { Inspectable } from './access/Inspectable.tsx'

/** The engine of the schema screens, loaded with the first of them. */
export default function ScreenPage({ id }: { id: string }) {
  return (
    <AppRuntime>
      <Inspectable id={id}>
        <SchemaPage id={id} />
      </Inspectable>
    </AppRuntime>
  )
}
