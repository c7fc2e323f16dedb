let container: HTMLElement | null = null

/**
 * The element of the page that holds messages and menus. React listens to every event in an element that holds rendered
 * content; in the body itself each key would be handled twice.
 */
export function overlayContainer(): HTMLElement {
  if (!container?.isConnected) {
    container = document.createElement('div')
    document.body.append(container)
  }
  return container
}
