import { defineClientModule } from '#client/modules/client-module.ts'
import type { ActionViewProps } from '#runtime/services/extensions.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** A view of the lists of documents. */
const documentView = (name: keyof typeof import('./list/document-views.tsx')) =>
  lazyPart<ActionViewProps>(async () => (await import('./list/document-views.tsx'))[name])

/** The online designers, opened from the lists of documents. */
export const designerModule = defineClientModule({
  actionViews: {
    design: documentView('DesignerView'),
    'design-address': documentView('AddressView'),
    'design-buttons': documentView('ButtonsView'),
    'design-copy-table': documentView('CopyTableView'),
    'design-copy-view': documentView('CopyViewView'),
    'design-enhancement': documentView('EnhancementView'),
    'design-grants': documentView('GrantsView'),
    'design-import-table': documentView('ImportTableView'),
    'design-new': documentView('NewDocumentView'),
    'design-new-report': documentView('NewReportView'),
    'design-package-export': documentView('PackageExportView'),
    'design-package-import': documentView('PackageImportView'),
    'design-new-workflow': documentView('NewWorkflowView'),
    'design-removal': documentView('RemovalView'),
    'design-revisions': documentView('RevisionsView'),
    'design-sync': documentView('SyncView'),
    'design-test': documentView('TestView'),
  },
})
