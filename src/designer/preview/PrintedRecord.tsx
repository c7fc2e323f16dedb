import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { indexQuery } from '#runtime/data/documents.ts'
import { printRecord } from '#runtime/record/print/print-record.ts'
import { derivedTemplate } from '#runtime/record/print/print-template.ts'
import type { Values } from '#runtime/record/scope.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { Paper } from '#runtime/screens/form/print/PrintDialog.tsx'
import { Sheet } from '#runtime/screens/form/print/Sheet.tsx'
import { usePaper } from '#runtime/screens/form/print/usePaper.ts'
import { useInstitution } from '#runtime/services/institution.ts'
import { useServices } from '#runtime/services/services.tsx'

/** A record as the template that follows from the screen prints it. */
export function PrintedRecord({ screen, record }: { screen: ScreenDocument; record: Values }) {
  const types = useFieldTypes()
  const { can, http, lookup, user } = useServices()
  const { name: institution } = useInstitution()
  const { blocks, copies, page } = useMemo(() => {
    const template = derivedTemplate(screen, { types, can })
    const env = { user: { ...user }, now: new Date(), mode: 'detail' as const }
    return {
      blocks: printRecord(screen, template, record, { types, can, lookup, record: env }),
      copies: template.copies,
      page: template.page,
    }
  }, [screen, record, types, can, lookup, user])
  const { data: documents = [] } = useQuery(indexQuery(http))
  const templates = documents.filter(
    (entry) => hasCapability(entry, 'printsRecords') && entry.screen === screen.id,
  )
  const { measure, style } = usePaper({ page })
  return (
    <div ref={measure}>
      {templates.length > 0 && (
        <p className="view-design-hint">
          这是标准版式；员工打印用{templates.map(({ title }) => `「${title}」`).join('')}。
        </p>
      )}
      <div className="pro-print-papers" style={style}>
        <Paper>
          <Sheet blocks={blocks} institution={institution} copies={copies} />
        </Paper>
      </div>
    </div>
  )
}
