import { lazyPage } from '#app/lazy-page.ts'

/** The hand-written pages, by the component names of the menu. */
const pages = {
  'account/settings/BaseSetting': lazyPage(() => import('./account/BaseSetting.tsx')),
  'account/settings/security': lazyPage(() => import('./account/Security.tsx')),
  'account/settings/custom': lazyPage(() => import('./account/Custom.tsx')),
  'account/settings/binding': lazyPage(() => import('./account/Binding.tsx')),
  'account/settings/notification': lazyPage(() => import('./account/Notification.tsx')),
  'example/bench': lazyPage(() => import('./catalogue/CataloguePage.tsx')),
  'exception/403': lazyPage(() => import('./exception/Forbidden.tsx')),
  'exception/404': lazyPage(() => import('./exception/NotFound.tsx')),
  'exception/500': lazyPage(() => import('./exception/ServerError.tsx')),
  'system/LogList': lazyPage(() => import('./log/LogPage.tsx')),
  'result/Success': lazyPage(() => import('./result/Success.tsx')),
  'result/Error': lazyPage(() => import('./result/Failure.tsx')),
}

export const Forbidden = pages['exception/403']
export const NotFound = pages['exception/404']
/** No menu contains it under its own name. */
/** Pages of other systems in a frame (`layouts/IframePageView`). */
export const Frame = lazyPage(() => import('./frame/FramePage.tsx'))
export const Catalogue = pages['example/bench']

export const views: Readonly<Record<string, ReturnType<typeof lazyPage>>> = pages
export const viewNames: ReadonlySet<string> = new Set(Object.keys(pages))
