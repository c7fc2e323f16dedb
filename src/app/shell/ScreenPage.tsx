import { SchemaPage } from '#runtime/resolve/SchemaPage.tsx'
import { AppRuntime } from '../runtime.tsx'

/** The engine of the schema screens, loaded with the first of them. */
export default function ScreenPage({ id }: { id: string }) {
  return (
    <AppRuntime>
      <SchemaPage id={id} />
    </AppRuntime>
  )
}
