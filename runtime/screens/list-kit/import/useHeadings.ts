import { useState } from 'react'
import { readRemembered, remember } from '#runtime/host/remembered-values.ts'
import type { ImportCell } from '#runtime/record/checks/import-fault.ts'
import { useServices } from '#runtime/services/services.tsx'
import { type CorrectedCell, isGenericImport } from './import-answer.ts'

interface FoundHeadings {
  /** Headings that name no field of the document. */
  unknown?: readonly ImportCell[]
  /** Number of such headings that are not listed. */
  more?: number
  /** The texts of headings that the document has. */
  targets?: readonly string[]
}

/** Headings of files with the headings that replace them; '' for a column that the user leaves out. */
export type HeadingChoices = Readonly<Record<string, string>>

function readChoices(key: string): HeadingChoices {
  const stored = readRemembered(key)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([, target]) => typeof target === 'string'))
}

/**
 * The fields that a user chooses for unknown headings of the files of an import, remembered for the user and the screen.
 * Imports with a server of their own have no such choice.
 */
export function useHeadings(url: string) {
  const { http, user } = useServices()
  const key = `pro__import:${user.username}:${url}`
  const [found, setFound] = useState<FoundHeadings | null>(null)
  const [first] = useState(() => readChoices(key))
  const [choices, setChoices] = useState(first)
  const unknown = found?.unknown ?? []
  const targets = found?.targets ?? []

  const listCorrectedCells = ({
    unknown: headings = [],
    targets: fields = [],
  }: FoundHeadings): CorrectedCell[] =>
    headings.flatMap(({ header, file, sheet, row, column }) => {
      const value = choices[header] ?? ''
      return fields.includes(value) ? [{ file, sheet, row, column, value }] : []
    })

  return {
    unknown,
    more: found?.more ?? 0,
    targets,
    choices,
    /** Whether the user chose fields in this dialog. */
    isChosen: choices !== first,
    choose: (header: string, target: string) => setChoices({ ...choices, [header]: target }),
    /** Must be called when other files are chosen. */
    restart: () => setFound(null),
    /** The heading cells to replace; null while the user has to choose fields for headings. */
    async replaced(files: readonly File[]): Promise<CorrectedCell[] | null> {
      if (found) {
        // A column without a field is offered again: another file may need one.
        remember(key, Object.fromEntries(Object.entries(choices).filter(([, target]) => target !== '')))
        return listCorrectedCells(found)
      }
      if (!isGenericImport(url)) return []
      const form = new FormData()
      for (const file of files) form.append('files[]', file, file.name)
      const address = url.replace(/importExcel$/, 'importHeadings')
      const { result } = await http.upload<FoundHeadings | null>(address, form, { token: true })
      const headings = result ?? {}
      setFound(headings)
      const isChosen = headings.unknown?.every(({ header }) => choices[header] !== undefined) ?? true
      return isChosen && !headings.more ? listCorrectedCells(headings) : null
    },
  }
}
