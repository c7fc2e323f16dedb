import type { ReactNode } from 'react'
import type { FieldTypes } from '#runtime/contract/contract.ts'
import { FieldTypesProvider } from '#runtime/contract/field-types.ts'
import type { TableSync } from '#runtime/data/table-sync.ts'
import { type DocumentLoader, DocumentLoaderProvider } from '#runtime/services/documents.ts'
import { type Extensions, ExtensionsProvider } from '#runtime/services/extensions.ts'
import { type Institution, InstitutionProvider } from '#runtime/services/institution.ts'
import { type Services, ServicesProvider } from '#runtime/services/services.tsx'
import { TableSyncProvider } from '#runtime/services/table-sync.ts'

/** Everything that a drawn part may ask its page for, in one object. */
export interface PageServices extends Services, DocumentLoader, Extensions {
  types: FieldTypes
  institution?: Institution
  tableSync?: TableSync
}

const noInstitution: Institution = {}

/** Provides all of them, as the application does. */
export function PageProviders({ value, children }: { value: PageServices; children: ReactNode }) {
  return (
    <ServicesProvider value={value}>
      <FieldTypesProvider value={value.types}>
        <DocumentLoaderProvider value={value}>
          <ExtensionsProvider value={value}>
            <InstitutionProvider value={value.institution ?? noInstitution}>
              <TableSyncProvider value={value.tableSync ?? null}>{children}</TableSyncProvider>
            </InstitutionProvider>
          </ExtensionsProvider>
        </DocumentLoaderProvider>
      </FieldTypesProvider>
    </ServicesProvider>
  )
}
