/** Media queries, which jsdom does not know; those hold that `holds` says. */
export function standInMedia(holds: (media: string) => boolean = () => false): void {
  const nothing = () => {}
  const listening = { addEventListener: nothing, removeEventListener: nothing }
  // The two old words are what antd's breakpoints listen by.
  const answer = (media: string) => ({
    ...{ media, matches: holds(media), ...listening },
    ...{ addListener: nothing, removeListener: nothing },
  })
  globalThis.matchMedia = answer as unknown as typeof matchMedia
}

/** Sizes, which jsdom does not measure: nobody is ever told of one. */
export function standInSizes(): void {
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
}
