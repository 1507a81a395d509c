/** Modules that are built into one file: what is needed at the same moment. */
interface ChunkGroup {
  name: string
  /** of the paths of modules, from the project's folder */
  modules: readonly RegExp[]
}

/**
 * Left alone, the bundler makes a file of each set of modules that the same pages share, often of a few hundred bytes: a report took
 * 84 requests, each of which costs a phone more than its bytes, and the worker a name in its list and an entry in its store.
 *
 * A module belongs to the first group that names it.
 */
export const CHUNK_GROUPS: readonly ChunkGroup[] = [
  // Needed by the first script and by others, which must not load each other in a circle.
  {
    name: 'base',
    modules: [/^node_modules\/react\//, /^src\/api\/with-timeout\.ts$/],
  },
  // The router, the cache of answers, and small things that every signed-in page loads with its frame or right after it.
  {
    name: 'shared',
    modules: [
      /^src\/ui\/(?:Badge|Dialog|SavedNote|ShowSaved|compact|format-moment|format-size|nouns|plural|useDismissal|useFitsWindow|useFocusOnOpen)\.tsx?$/,
      /^src\/api\/(?:arranged|extras|has-fractions|list-ahead|notification-key|recognized|saved-answer)\.ts$/,
      /^src\/pwa\/(?:useControlled|useLater|useSavedCopy|useSavedState|when-idle)\.ts$/,
      /^src\/report-choice\/(?:arranged-by|arranged-words|card-state|choice-parts|choice-words|compared-kind|format-date|kept-city|kept-layout|last-report|needs-city|offered-choice|report-address|saved-table|set-words|view)\.ts$/,
      /^node_modules\/react-router(?:-dom)?\//,
      /^node_modules\/@tanstack\/(?:query-core|react-query)\/(?!.*(?:[iI]nfiniteQuery(?!Behavior)|MutationObserver|mutationObserver|useMutation))/,
      /^contract\/(?:changes-path|columns|dates|filled|filter-sets|filters|format-cell|host-name|lists|minus|moves|paging|percent|quick-filters|report-row|reports|search\/(?:cut-query|plain-text|tyre-sizes)|sort-key|statistics|tyre-words|tyre\/card-path|tyre-specs|well-formed)\.ts$/,
      /^contract\/read\/(?:availability|cities|filter-options|json-object|lenient-json|price-days|report-page|site-prices|specs|string-list|vehicle-types)\.ts$/,
      // What asks for a report's pages, on screen or to keep them.
      /^src\/api\/(?:report-queries|companion-query|read-page|page-chunks)\.ts$/,
      /^src\/report-choice\/run-pages\.ts$/,
      /^contract\/companion\.ts$/,
    ],
  },
  // What a report's table shares with other tables and files.
  {
    name: 'table',
    modules: [
      /^src\/ui\/(?:Choice\.tsx|choice\.css|useFocusWithin\.ts)$/,
      /^src\/api\/(?:download|received-file)\.ts$/,
      /^src\/spreadsheet\/clipboard\.ts$/,
      /^src\/reports\/(?:filters\/search-values|layouts\/kept-columns|save-report\/save-hint)\.ts$/,
      /^contract\/(?:download-progress|spreadsheet\/formulas)\.ts$/,
    ],
  },
  // What a report loads when its rows are there and nobody waits.
  {
    name: 'report-later',
    modules: [
      /^src\/reports\/(?:NextPageAhead|DownloadStatus)\.tsx$/,
      /^src\/ui\/(?:ProgressLine\.tsx|progress-line\.css)$/,
      /^src\/api\/download-progress-query\.ts$/,
      /^contract\/read\/download-progress\.ts$/,
    ],
  },
  // How fresh the prices are, beside the rows.
  {
    name: 'freshness',
    modules: [/^src\/freshness\//, /^src\/api\/freshness-query\.ts$/, /^contract\/freshness\.ts$/],
  },
  // Saved views: the home page lists them, a report saves one, and pinned ones are kept.
  {
    name: 'views',
    modules: [
      /^src\/views\/(?:NameField\.tsx|replacement\.ts|useAttempt\.ts|useLatestDay\.ts|useViews\.ts|view-words\.ts|views\.css|device-store\.ts|server-store\.ts)$/,
      /^src\/views\/pinned\/(?:pin-progress|pinned-run|pins|keep-pinned)\.ts$/,
      /^src\/api\/(?:companion-calls|device-views|kept-value|proof|view-calls)\.ts$/,
      /^src\/report-choice\/saved-runs\.ts$/,
      /^src\/pwa\/connection\.ts$/,
      /^src\/ui\/(?:ActionMenu\.tsx|action-menu\.css)$/,
      /^contract\/(?:connection|read\/fields|worker\/kinds|views\/(?:saved-view|view-day|views-answer))\.ts$/,
      /\/icons\/ellipsis\.mjs$/,
    ],
  },
  // The list of notifications: its page, the number of unread ones, a tile of the home page.
  {
    name: 'notifications',
    modules: [
      /^src\/cabinet\/notifications\/(?:changes|useNotificationList)\.ts$/,
      /^src\/api\/(?:notification-calls|notification-queries)\.ts$/,
      /^contract\/(?:notices|read\/notification-tyres|read\/notifications)\.ts$/,
      /\/@tanstack\/.+\/useMutationState\.js$/,
    ],
  },
  // What the cabinet's pages share; search and keys know their names, too.
  {
    name: 'cabinet',
    modules: [
      /^src\/app\/(?:places|keys\/key-sequence|keys\/keys-dialog)\.ts$/,
      /^src\/ui\/KeyCaps\.tsx$/,
      /^src\/cabinet\/(?:proof\/)?[^/]+$/,
      /^src\/cabinet\/settings\/[^/]+\.css$/,
      /^src\/pwa\/push\/(?:vapid-key|push-status|subscription)\.ts$/,
      /^src\/api\/push-calls\.ts$/,
      /^contract\/new-user\.ts$/,
      // Those of src/cabinet/CabinetIcon.tsx.
      /\/icons\/(?:bell|check-check|check|circle-.+|copy|file-up|inbox|info|key-round|log-out|mail|monitor-smartphone|pencil|pin|play|power|rotate-cw|scroll-text|send|settings-2|shield-check|table-2|trash|user-round-plus|users-round)\.mjs$/,
    ],
  },
  // What the frame of every signed-in page loads when there is nothing more urgent.
  {
    name: 'later',
    modules: [
      /^src\/app\/keys\//,
      /^src\/cabinet\/notifications\/UnreadWatch\.tsx$/,
      /^src\/views\/pinned\/PinnedKeeper\.tsx$/,
      /^src\/pwa\/(?:badge|periodic-sync)\.ts$/,
      /^contract\/worker\/pinned-view\.ts$/,
    ],
  },
  // How a price stands among others, and its small chart: tables, cards and decisions show them.
  {
    name: 'market',
    modules: [
      /^src\/market\/(?:spark\/|[^/]+$)/,
      /^src\/api\/fetch-saved\.ts$/,
      /^contract\/no-city\.ts$/,
      /^src\/tyre\/chart\/chart\.css$/,
    ],
  },
  // A tyre's card as a panel and as a page; its chart comes when it is in view.
  {
    name: 'tyre',
    modules: [
      /^src\/tyre\/(?!chart\/)/,
      /^src\/api\/(?:probe-page|tyre-queries)\.ts$/,
      /^contract\/(?:tyre\/(?!card-path)|proposed-price\.ts$)/,
    ],
  },
  // What decides prices, from a report or a card; the page of decisions comes when it is opened.
  {
    name: 'decide',
    modules: [
      /^src\/decisions\/(?!sets|file|Decisions?(?:Table|Row|Page|Card)|decisions-card)/,
      /^contract\/decisions\/(?!database)/,
      /^src\/api\/decision-calls\.ts$/,
      /^node_modules\/idb\//,
      /^src\/report-choice\/run-rows\.ts$/,
      /^src\/ui\/ask-before-leaving\.ts$/,
    ],
  },
  // The pages of administrators.
  {
    name: 'admin',
    modules: [
      /^src\/cabinet\/(?:audit|sources|users)\//,
      /^src\/api\/(?:audit|source|user)-calls\.ts$/,
      /^src\/api\/upload\.ts$/,
      /\/@tanstack\/.+\/(?:infiniteQueryObserver|(?:use)?[iI]nfiniteQuery(?:Options)?)\.js$/,
      /^contract\/(?:sources\/|account\/(?:audit-log|users)\.ts$)/,
    ],
  },
]
