import { lazyPart } from '#runtime/ui/lazy.tsx'

/** Draws the view that a button of a list opens; the list of the views is loaded with the first of them. */
export const ActionView = lazyPart(async () => (await import('./NamedView.tsx')).NamedView)
