declare const __APP_VERSION__: string
declare const __APP_DATE__: string

/** A value that the server wrote into the head of the page (index.html). */
const metaContent = (name: string, fallback: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || fallback

export const institution = metaContent('institution', '省地方志馆')
export const productTitle = metaContent('product-title', '业务管理系统')
export const welcome = `欢迎进入${institution}${productTitle}`
/** The name of the product where a phone shows no title of a page. */
export const shortTitle = metaContent('short-title', '地方志业务系统')
export const version = __APP_VERSION__
export const releaseDate = __APP_DATE__

/** The window title: the page and the institution, on the home page the institution alone. */
export const pageTitle = (page?: string): string => (page ? `${page} - ${institution}` : institution)
