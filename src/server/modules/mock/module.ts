import { defineModule } from '../define-module.ts'
import { examplesCode, mockRoutes } from './routes.ts'

/** Sample data for the example screens, the same at every start; nothing is stored. */
export const mockModule = defineModule<object>({
  name: 'mock',
  routes: [mockRoutes],
  permissions: [
    {
      owner: 'example',
      codes: [{ code: examplesCode, title: '查看示例页和示例数据' }],
      listCode: examplesCode,
    },
  ],
})
