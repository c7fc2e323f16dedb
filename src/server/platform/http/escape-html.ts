const escapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }

/** The text for the content or an attribute of an HTML element. */
export const escapeHtml = (text: string): string => text.replace(/[&"<>]/g, (sign) => escapes[sign] ?? sign)
