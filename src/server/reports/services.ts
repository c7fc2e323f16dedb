import type { DictionaryTexts } from '../records/dictionary-services.ts'
import type { ReadServices } from '../records/services.ts'
import type { ReportDatabases } from './databases.ts'
import type { ReportStreams } from './report-stream.ts'

/** The items of a dictionary, for the query form of a report. The dict module implements it. */
export interface DictionaryItems extends DictionaryTexts {
  /** An unknown code has no items. */
  items(code: string): Promise<readonly { value: string | number; text: string }[]>
}

/** The services that running reports uses. */
export interface ReportServices extends ReadServices {
  dictionaries: DictionaryItems
  wholeReports: ReportStreams
  reportDatabases: ReportDatabases
}
