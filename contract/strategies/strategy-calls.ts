import { Type } from 'typebox'
import { declareCalls } from '../lib/call.ts'
import { closed, OrNull, RowId } from '../lib/schemas.ts'
import { SimulationPart, StrategyDecisionsPart, StrategyPartQuery, StrategyPreviewPart } from './figures.ts'
import {
  StrategiesAnswer,
  StrategyChoices,
  StrategyIdAnswer,
  StrategySettings,
  TeamLimits,
} from './strategy.ts'

const { from, version } = StrategyPartQuery.properties

/** Maximum size of a body in bytes: 4 filters with 100 values of 100 letters. */
const STRATEGY_BYTES = 256 * 1024

/** Calls about pricing strategies (specification 19.13). */
export const STRATEGY_CALLS = declareCalls(
  '/api/companion/strategies',
  { by: 'analyst', perMinute: 60 },
  {
    list: { get: '', perMinute: 120, summary: 'Стратегии', answer: StrategiesAnswer },
    create: {
      post: '',
      maxBytes: STRATEGY_BYTES,
      summary: 'Добавить стратегию',
      body: StrategySettings,
      answer: StrategyIdAnswer,
    },
    change: {
      post: '/:id',
      maxBytes: STRATEGY_BYTES,
      summary: 'Изменить стратегию; согласования и разрешения тех, чьи цены это меняет, снимаются',
      body: StrategySettings,
      answer: StrategyIdAnswer,
    },
    remove: { post: '/:id/remove', summary: 'Удалить стратегию' },
    move: {
      post: '/:id/move',
      summary: 'Поставить стратегию выше или ниже соседней',
      body: Type.Object({ up: Type.Boolean() }, closed),
    },
    approve: {
      post: '/:id/approve',
      summary: 'Согласовать чужую стратегию или снять согласование',
      body: Type.Object({ version: RowId, approved: Type.Boolean() }, closed),
    },
    permit: {
      post: '/:id/permit',
      by: 'admin',
      proof: true,
      summary: 'Разрешить стратегии публиковать самой',
      body: Type.Object({ version: RowId, outlet: OrNull(RowId) }, closed),
    },
    setRails: {
      post: '/rails',
      by: 'admin',
      proof: true,
      summary: 'Задать ограничения для всех стратегий',
      body: TeamLimits,
    },
  },
)

/** Calls about what strategies would decide, part by part: a run takes dozens of them (specification 19.11 and 19.12). */
export const STRATEGY_PART_CALLS = declareCalls(
  '/api/companion/strategies',
  { by: 'analyst', perMinute: 300 },
  {
    choices: {
      get: '/choices',
      summary: 'Бренды, диаметры, сезоны и города наших шин',
      answer: StrategyChoices,
    },
    preview: {
      post: '/preview',
      maxBytes: STRATEGY_BYTES,
      summary: 'Какие цены решила бы стратегия: часть шин',
      body: StrategyPartQuery,
      answer: StrategyPreviewPart,
    },
    simulation: {
      post: '/simulation',
      maxBytes: STRATEGY_BYTES,
      summary: 'Что стратегия просила бы в последние 30 дней: часть шин',
      body: StrategyPartQuery,
      answer: SimulationPart,
    },
    decisions: {
      post: '/:id/decisions',
      summary: 'Цены сохранённой стратегии: часть шин',
      body: Type.Object({ from, version }, closed),
      answer: StrategyDecisionsPart,
    },
  },
)
