import { createHandlers } from '#runtime/rules/handlers.ts'
import type { ClientModule } from './client-module.ts'

/** Joins the modules; throws for a name that two of them register. */
export function collectModules(modules: readonly ClientModule[]) {
  function join<T>(read: (module: ClientModule) => Readonly<Record<string, T>> | undefined) {
    const parts = new Map<string, T>()
    for (const [name, part] of modules.flatMap((module) => Object.entries(read(module) ?? {}))) {
      if (parts.has(name)) throw new Error(`${name} is registered twice`)
      parts.set(name, part)
    }
    return parts
  }
  return {
    pages: join(({ pages }) => pages),
    widgets: join(({ widgets }) => widgets),
    blockWidgets: join(({ blockWidgets }) => blockWidgets),
    actionViews: join(({ actionViews }) => actionViews),
    handlers: createHandlers(...modules.flatMap(({ handlers }) => handlers ?? [])),
    recordDialogs: join(({ recordDialogs }) => recordDialogs),
  }
}
