/** The package types its icons only all together. */
declare module '@ant-design/icons/es/icons/*' {
  const Icon: import('react').ComponentType<{ className?: string }>
  export default Icon
}
