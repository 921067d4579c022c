import './flow-picture.css'
import {
  IconBattery3,
  IconBolt,
  IconCar,
  IconChevronLeft,
  IconChevronRight,
  IconClockExclamation,
  IconHome,
  IconPlug,
  IconSun,
  IconTemperature,
} from '@tabler/icons-react'
import { classNames } from '#web/components/display/class-names.ts'
import { energyLiveTexts } from '#web/texts/energy-live.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { ageText, type FlowNode, type FlowPlace, isOld, powerText } from './flow-nodes.ts'

interface FlowPictureProps {
  left: readonly FlowNode[]
  right: readonly FlowNode[]
  levelPercent: number | null
  /** Changes with every new value. */
  revision: number
  now: number
}

/** Where energy comes from and goes to; the width of a line is its power, the arrow its direction. */
export function FlowPicture({ left, right, levelPercent, revision, now }: FlowPictureProps) {
  const most = Math.max(1, ...[...left, ...right].map(({ powerW }) => powerW))
  const links = [
    ...left.map((node, index) => linkOf(node, index, left.length, 'left')),
    ...right.map((node, index) => linkOf(node, index, right.length, 'right')),
  ]
  return (
    <div className="flow-picture">
      <Places label={energyLiveTexts.from} nodes={left} levelPercent={levelPercent} now={now} />
      <div className="flow-links" aria-hidden="true" data-graphic="">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <title>{energyLiveTexts.title}</title>
          {links.map(({ node, path }) => (
            <path
              key={node.place}
              d={path}
              className={classNames('flow-link', node.direction !== 'none' && 'flow-moving', toneOf(node))}
              style={{ '--flow-width': `${2 + (node.powerW / most) * 12}px` } as React.CSSProperties}
            />
          ))}
        </svg>
        {links.map(({ node, x, y, side }) =>
          node.direction === 'none' ? null : (
            <span key={node.place} className="flow-arrow" style={{ left: `${x}%`, top: `${y}%` }}>
              <Arrow key={revision} isRight={(side === 'left') === (node.direction === 'from')} />
            </span>
          ),
        )}
        <span className="flow-hub" />
      </div>
      <Places label={energyLiveTexts.to} nodes={right} levelPercent={levelPercent} now={now} />
    </div>
  )
}

type Link = { node: FlowNode; path: string; x: number; y: number; side: 'left' | 'right' }

/** A curve between the middle of a row and the middle of the picture, and a point on it for the arrow; in percent. */
function linkOf(node: FlowNode, index: number, count: number, side: Link['side']): Link {
  const row = ((index + 0.5) / count) * 100
  const [edge, bend] = side === 'left' ? [0, 25] : [100, 75]
  return {
    node,
    path: `M${edge} ${row}C${bend} ${row} ${bend} 50 50 50`,
    x: bend,
    y: (row + 50) / 2,
    side,
  }
}

/** Own energy, bought energy, and energy that leaves. */
function toneOf({ place, direction }: FlowNode): string | undefined {
  if (direction === 'none') return undefined
  if (place === 'grid') return direction === 'from' ? 'flow-bought' : 'flow-own'
  return place === 'sun' || place === 'battery' ? 'flow-own' : undefined
}

function Arrow({ isRight }: { isRight: boolean }) {
  const Icon = isRight ? IconChevronRight : IconChevronLeft
  return <Icon size={14} stroke={2.5} />
}

interface PlacesProps {
  label: string
  nodes: readonly FlowNode[]
  levelPercent: number | null
  now: number
}

function Places({ label, nodes, levelPercent, now }: PlacesProps) {
  return (
    <ul aria-label={label} className="flow-column">
      {nodes.map(node => (
        <li key={node.place} className="flow-place">
          <Place node={node} levelPercent={node.place === 'battery' ? levelPercent : null} now={now} />
        </li>
      ))}
    </ul>
  )
}

function Place({ node, levelPercent, now }: { node: FlowNode; levelPercent: number | null; now: number }) {
  const Icon = icons[node.place]
  const isStale = isOld(node)
  const power = powerText(node.powerW)
  return (
    <div
      className={classNames(
        'grid h-full min-w-0 content-center gap-0.5 rounded-card border p-2.5 sm:p-4',
        isStale ? 'border-amber border-dashed' : 'border-hairline',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2 text-label">
        <Icon aria-hidden="true" size={20} stroke={1.75} className="shrink-0" />
        <span>{energyLiveTexts.places[node.place]}</span>
      </p>
      <p
        className="flow-power tabular font-semibold"
        style={{ '--flow-characters': power.length } as React.CSSProperties}
      >
        <span>{power}</span>
      </p>
      <p className="wrap-anywhere text-muted text-small">
        {energyLiveTexts.does[node.does]}
        {levelPercent === null ? null : `, ${energyLiveTexts.level(energySiteTexts.percent(levelPercent))}`}
      </p>
      <p
        className={classNames('wrap-anywhere flex items-start gap-1 text-small', isStale ? 'text-amber' : 'text-muted')}
      >
        {isStale ? <IconClockExclamation aria-hidden="true" size={16} className="mt-0.5 shrink-0" /> : null}
        <span className="min-w-0">{ageText(node, now)}</span>
      </p>
    </div>
  )
}

const icons: Readonly<Record<FlowPlace, typeof IconSun>> = {
  sun: IconSun,
  grid: IconBolt,
  battery: IconBattery3,
  house: IconHome,
  car: IconCar,
  heat: IconTemperature,
  consumer: IconPlug,
}
