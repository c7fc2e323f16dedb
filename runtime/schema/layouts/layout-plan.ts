/**
 * What other code reads of a list layout; pure and free of the schema library. Its properties and checks are in
 * `kinds/screen/layouts`, its component is in a folder of `runtime/screens`.
 */
export interface LayoutPlan<Name extends string = string> {
  name: Name
  title: string
  /** What other tools call it, separated by spaces. */
  otherNames: string
  /** As rows of a table, as rows of a tree, or as a drawing without rows, where no action applies to several records. */
  records: 'rows' | 'tree' | 'drawing'
  /** The records of a page where the document does not say it. */
  pageSize?: number
  /** A row may show further fields below it (`list.expand`). */
  hasExpand?: boolean
  /** It is for screens with detail tables. */
  needsDetails?: boolean
  /** Below the list are the panes and the separately saved details of the selected record, which the address names. */
  showsParts?: boolean
  /** In the form each group and each detail table has a tab. */
  hasFormTabs?: boolean
  /** The rows of a detail table are loaded without pages. */
  loadsWholeDetails?: boolean
  /** The components of the menu that draw the records of a form in this layout. */
  components?: readonly string[]
  /** It is a theme of online forms, under the same name. */
  isOnlineTheme?: boolean
}

export const defineLayout = <const Name extends string>(plan: LayoutPlan<Name>): LayoutPlan<Name> => plan
