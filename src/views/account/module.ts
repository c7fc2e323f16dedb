import { lazyPage } from '#client/lazy-page.ts'
import { defineClientModule } from '#client/modules/client-module.ts'

/** 个人设置. */
export const accountModule = defineClientModule({
  pages: {
    'account/settings/BaseSetting': lazyPage(() => import('./BaseSetting.tsx')),
    'account/settings/security': lazyPage(() => import('./Security.tsx')),
    'account/settings/custom': lazyPage(() => import('./Custom.tsx')),
    'account/settings/binding': lazyPage(() => import('./Binding.tsx')),
    'account/settings/notification': lazyPage(() => import('./Notification.tsx')),
  },
})
