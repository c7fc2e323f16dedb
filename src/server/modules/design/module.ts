import type { ImportRouteServices } from '../../records/excel/import-route.ts'
import { defineModule } from '../define-module.ts'
import { databaseRoutes } from './database-routes.ts'
import { designEnhancementRoutes } from './enhancement-routes.ts'
import { currentDocuments } from './migrations/document-version.ts'
import { headAreas, headPlans, headSwitches, headWorkflows } from './migrations/head-areas.ts'
import { designHeads, headDescriptions } from './migrations/head-migration.ts'
import { designTables, draftVersions } from './migrations/migration.ts'
import { packageRoutes } from './package/routes.ts'
import { designPermissions } from './permissions.ts'
import { renameRoutes } from './rename/routes.ts'
import { reportFormRoutes } from './report/head-routes.ts'
import { reportHeadRoutes } from './report/heads.ts'
import { reportDesignRoutes } from './report/routes.ts'
import type { TrialServices } from './report/trial.ts'
import { reviewedOperations, reviewTables, usedApprovals } from './review/migration.ts'
import { reviewRoutes } from './review/routes.ts'
import { designRoutes } from './routes.ts'
import type { DesignServices } from './services.ts'
import { pastedRowsTable } from './tables/pasted-rows.ts'
import { rowsRoutes } from './tables/rows-routes.ts'
import { sampleTable } from './tables/samples.ts'
import { templateRoutes } from './template/routes.ts'

/** The designers of documents: drafts, revisions and releases. */
export const designModule = defineModule<DesignServices & ImportRouteServices & TrialServices>({
  name: 'design',
  routes: [
    designRoutes,
    designEnhancementRoutes,
    rowsRoutes,
    databaseRoutes,
    reportDesignRoutes,
    reportHeadRoutes,
    reportFormRoutes,
    renameRoutes,
    packageRoutes,
    templateRoutes,
    reviewRoutes,
  ],
  permissions: [designPermissions],
  migrations: {
    '20261123-0106-designed-documents': designTables,
    '20261123-0306-pasted-rows': pastedRowsTable,
    '20261123-1104-design-heads': designHeads,
    '20261123-1631-head-descriptions': headDescriptions,
    '20261123-1645-draft-versions': draftVersions,
    '20261128-0800-head-areas': headAreas,
    '20261128-0850-reviews': reviewTables,
    '20261128-1230-document-version': currentDocuments,
    '20261128-1235-review-operations': reviewedOperations,
    '20261128-1525-used-approvals': usedApprovals,
    '20261129-0018-head-plans': headPlans,
    '20261129-0445-head-workflows': headWorkflows,
    '20261129-0803-head-switches': headSwitches,
    '20261129-2335-design-samples': sampleTable,
  },
})
