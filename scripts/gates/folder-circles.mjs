// Circles between the folders of one folder: A → B stands for an import of any module below B by any module below A.

/** The imports between sibling folders, at every depth: for each parent, folder → the folders it imports. */
function linkSiblings(modules) {
  const parents = new Map()
  for (const { source, dependencies } of modules)
    for (const { resolved } of dependencies) {
      const [from, to] = [source.split('/'), resolved.split('/')]
      const depth = from.findIndex((part, at) => part !== to[at])
      // A module beside the folders is no folder.
      if (depth < 0 || depth >= from.length - 1 || depth >= to.length - 1) continue
      const parent = from.slice(0, depth).join('/')
      const links = parents.get(parent) ?? new Map()
      parents.set(parent, links)
      links.set(from[depth], (links.get(from[depth]) ?? new Set()).add(to[depth]))
    }
  return parents
}

/** Everything that a folder reaches over the links. */
function reach(links, start) {
  const found = new Set()
  const open = [start]
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const target of links.get(next) ?? [])
      if (!found.has(target)) {
        found.add(target)
        open.push(target)
      }
  return found
}

/** The paths of the folders that reach themselves over their siblings, in order. */
export function listCircularFolders(modules) {
  const inside = modules.filter(({ source }) => /^(runtime|src)\//.test(source))
  return [...linkSiblings(inside)]
    .flatMap(([parent, links]) =>
      [...links.keys()]
        .filter((folder) => reach(links, folder).has(folder))
        .map((folder) => (parent ? `${parent}/${folder}` : folder)),
    )
    .sort()
}
