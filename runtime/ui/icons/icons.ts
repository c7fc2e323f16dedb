import type { ComponentType } from 'react'
import { type IconName, iconWord } from '#runtime/schema/names/icon-names.ts'
import { lazyPart } from '../lazy.tsx'

type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>

/** Each icon is imported separately, because a menu and a toolbar show only a few of them. */
const icons: Readonly<Record<IconName, () => Promise<{ default: Icon }>>> = {
  'account-book': () => import('@ant-design/icons/es/icons/AccountBookOutlined'),
  apartment: () => import('@ant-design/icons/es/icons/ApartmentOutlined'),
  api: () => import('@ant-design/icons/es/icons/ApiOutlined'),
  appstore: () => import('@ant-design/icons/es/icons/AppstoreOutlined'),
  'area-chart': () => import('@ant-design/icons/es/icons/AreaChartOutlined'),
  audit: () => import('@ant-design/icons/es/icons/AuditOutlined'),
  bank: () => import('@ant-design/icons/es/icons/BankOutlined'),
  'bar-chart': () => import('@ant-design/icons/es/icons/BarChartOutlined'),
  barcode: () => import('@ant-design/icons/es/icons/BarcodeOutlined'),
  bell: () => import('@ant-design/icons/es/icons/BellOutlined'),
  block: () => import('@ant-design/icons/es/icons/BlockOutlined'),
  book: () => import('@ant-design/icons/es/icons/BookOutlined'),
  branches: () => import('@ant-design/icons/es/icons/BranchesOutlined'),
  build: () => import('@ant-design/icons/es/icons/BuildOutlined'),
  calendar: () => import('@ant-design/icons/es/icons/CalendarOutlined'),
  car: () => import('@ant-design/icons/es/icons/CarOutlined'),
  'check-circle': () => import('@ant-design/icons/es/icons/CheckCircleOutlined'),
  cloud: () => import('@ant-design/icons/es/icons/CloudOutlined'),
  cluster: () => import('@ant-design/icons/es/icons/ClusterOutlined'),
  code: () => import('@ant-design/icons/es/icons/CodeOutlined'),
  control: () => import('@ant-design/icons/es/icons/ControlOutlined'),
  copy: () => import('@ant-design/icons/es/icons/CopyOutlined'),
  dashboard: () => import('@ant-design/icons/es/icons/DashboardOutlined'),
  database: () => import('@ant-design/icons/es/icons/DatabaseOutlined'),
  desktop: () => import('@ant-design/icons/es/icons/DesktopOutlined'),
  download: () => import('@ant-design/icons/es/icons/DownloadOutlined'),
  edit: () => import('@ant-design/icons/es/icons/EditOutlined'),
  environment: () => import('@ant-design/icons/es/icons/EnvironmentOutlined'),
  export: () => import('@ant-design/icons/es/icons/ExportOutlined'),
  'field-time': () => import('@ant-design/icons/es/icons/FieldTimeOutlined'),
  file: () => import('@ant-design/icons/es/icons/FileOutlined'),
  'file-search': () => import('@ant-design/icons/es/icons/FileSearchOutlined'),
  'file-text': () => import('@ant-design/icons/es/icons/FileTextOutlined'),
  folder: () => import('@ant-design/icons/es/icons/FolderOutlined'),
  form: () => import('@ant-design/icons/es/icons/FormOutlined'),
  fund: () => import('@ant-design/icons/es/icons/FundOutlined'),
  gift: () => import('@ant-design/icons/es/icons/GiftOutlined'),
  global: () => import('@ant-design/icons/es/icons/GlobalOutlined'),
  gold: () => import('@ant-design/icons/es/icons/GoldOutlined'),
  hdd: () => import('@ant-design/icons/es/icons/HddOutlined'),
  history: () => import('@ant-design/icons/es/icons/HistoryOutlined'),
  home: () => import('@ant-design/icons/es/icons/HomeOutlined'),
  idcard: () => import('@ant-design/icons/es/icons/IdcardOutlined'),
  inbox: () => import('@ant-design/icons/es/icons/InboxOutlined'),
  interaction: () => import('@ant-design/icons/es/icons/InteractionOutlined'),
  layout: () => import('@ant-design/icons/es/icons/LayoutOutlined'),
  'line-chart': () => import('@ant-design/icons/es/icons/LineChartOutlined'),
  link: () => import('@ant-design/icons/es/icons/LinkOutlined'),
  lock: () => import('@ant-design/icons/es/icons/LockOutlined'),
  mail: () => import('@ant-design/icons/es/icons/MailOutlined'),
  message: () => import('@ant-design/icons/es/icons/MessageOutlined'),
  monitor: () => import('@ant-design/icons/es/icons/MonitorOutlined'),
  notification: () => import('@ant-design/icons/es/icons/NotificationOutlined'),
  partition: () => import('@ant-design/icons/es/icons/PartitionOutlined'),
  'pay-circle': () => import('@ant-design/icons/es/icons/PayCircleOutlined'),
  picture: () => import('@ant-design/icons/es/icons/PictureOutlined'),
  'pie-chart': () => import('@ant-design/icons/es/icons/PieChartOutlined'),
  printer: () => import('@ant-design/icons/es/icons/PrinterOutlined'),
  profile: () => import('@ant-design/icons/es/icons/ProfileOutlined'),
  read: () => import('@ant-design/icons/es/icons/ReadOutlined'),
  reconciliation: () => import('@ant-design/icons/es/icons/ReconciliationOutlined'),
  'safety-certificate': () => import('@ant-design/icons/es/icons/SafetyCertificateOutlined'),
  scan: () => import('@ant-design/icons/es/icons/ScanOutlined'),
  schedule: () => import('@ant-design/icons/es/icons/ScheduleOutlined'),
  search: () => import('@ant-design/icons/es/icons/SearchOutlined'),
  setting: () => import('@ant-design/icons/es/icons/SettingOutlined'),
  'share-alt': () => import('@ant-design/icons/es/icons/ShareAltOutlined'),
  shop: () => import('@ant-design/icons/es/icons/ShopOutlined'),
  'shopping-cart': () => import('@ant-design/icons/es/icons/ShoppingCartOutlined'),
  solution: () => import('@ant-design/icons/es/icons/SolutionOutlined'),
  star: () => import('@ant-design/icons/es/icons/StarOutlined'),
  swap: () => import('@ant-design/icons/es/icons/SwapOutlined'),
  table: () => import('@ant-design/icons/es/icons/TableOutlined'),
  tags: () => import('@ant-design/icons/es/icons/TagsOutlined'),
  team: () => import('@ant-design/icons/es/icons/TeamOutlined'),
  tool: () => import('@ant-design/icons/es/icons/ToolOutlined'),
  'unordered-list': () => import('@ant-design/icons/es/icons/UnorderedListOutlined'),
  upload: () => import('@ant-design/icons/es/icons/UploadOutlined'),
  user: () => import('@ant-design/icons/es/icons/UserOutlined'),
  wallet: () => import('@ant-design/icons/es/icons/WalletOutlined'),
}

const drawn = new Map<IconName, Icon>()

/** An unknown name, for example in the menu of another server, is drawn as four squares. */
export function iconOf(name: string): Icon {
  const word = iconWord(name)
  const key = Object.hasOwn(icons, word) ? (word as IconName) : 'appstore'
  const icon = drawn.get(key) ?? lazyPart(async () => (await icons[key]()).default)
  drawn.set(key, icon)
  return icon
}
