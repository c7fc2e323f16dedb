import type { ImportRouteServices } from '../../records/excel/import-route.ts'
import { defineModule } from '../define-module.ts'
import { fileThumbnails } from './migration.ts'
import { previewRoutes } from './preview.ts'
import type { UploadServices } from './receive.ts'
import { resumableRoutes } from './resumable.ts'
import { fileRoutes } from './routes.ts'
import { storeText } from './store-text.ts'
import { thumbnailRoutes } from './thumbnails.ts'

/** Uploaded files. */
export const fileModule = defineModule<UploadServices, Pick<ImportRouteServices, 'storeText'>>({
  name: 'file',
  routes: [fileRoutes, previewRoutes, resumableRoutes, thumbnailRoutes],
  migrations: { '20261129-1220-file-thumbnails': fileThumbnails },
  open: (core) => ({ storeText: (name, text, by) => storeText(core, { name, text, by }) }),
})
