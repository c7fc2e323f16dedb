declare module 'virtual:settings-panels' {
  const panels: Readonly<Record<string, import('#runtime/schema/settings/settings-node.ts').SettingsPanel>>
  export default panels
}
