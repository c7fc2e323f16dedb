import { startEarly } from '#client/session/early-reads.ts'

// The build makes the page load this module by itself, before the app code (vite.config.ts); development does not.
const early = startEarly()
if (early) {
  // If a part of the app fails to load now, it is loaded again when it is drawn.
  import('../shell/AppShell.tsx').catch(() => undefined)
  import('../shell/pages/ScreenPage.tsx').catch(() => undefined)
  // Without stored reads for the address, the requests of its list are predicted while the layout is being drawn.
  if (early.isFirstVisit)
    Promise.all([import('./first-reads.ts'), early.document, early.permissions]).then(
      ([{ firstReads }, document, permissions]) =>
        early.ask(firstReads(document, permissions, location.search)),
      () => undefined,
    )
}
