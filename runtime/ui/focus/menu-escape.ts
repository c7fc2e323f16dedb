const openMenu = '.ant-dropdown:not(.ant-dropdown-hidden)'

/**
 * While a menu is open, Esc closes it and nothing else: the components below would hear the key first and close a form or
 * a dialog. The menu hears it at the window. Returns the function that ends this.
 */
export function closeMenusFirst(): () => void {
  let isPassing = false
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || isPassing) return
    const isOpen = [...document.querySelectorAll(openMenu)].some((menu) => !menu.closest('[inert]'))
    if (!isOpen) return
    event.stopImmediatePropagation()
    event.preventDefault()
    const { key, code, keyCode } = event
    isPassing = true
    window.dispatchEvent(new KeyboardEvent('keydown', { key, code, keyCode }))
    isPassing = false
  }
  window.addEventListener('keydown', onKeyDown, true)
  return () => window.removeEventListener('keydown', onKeyDown, true)
}
