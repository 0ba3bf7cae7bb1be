import type pg from 'pg';

type Row = { line: string };

/** Statements that read a schema's parts from the catalogue, in an order that does not depend on when they were made. */
const parts = {
  tables: `
    select format('table %I (%s)', c.relname, string_agg(
      format('%I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attcollation <> t.typcollation then ' collate ' || quote_ident(co.collname) else '' end,
        case when a.attnotnull then ' not null' else '' end,
        coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')), e',\\n  ' order by a.attnum)) || coalesce(' with ' || array_to_string(c.reloptions, ', '), '') as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_collation co on co.oid = a.attcollation
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'kysely%'
    group by c.relname, c.reloptions order by c.relname`,
  constraints: `
    select format('%s: %s', conrelid::regclass, pg_get_constraintdef(oid)) as line from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid::regclass::text not like 'kysely%'
    order by conrelid::regclass::text, conname`,
  indexes: `
    select indexdef as line from pg_indexes where schemaname = 'public' and tablename not like 'kysely%' order by indexname`,
  functions: `
    select pg_get_functiondef(oid) as line from pg_proc where pronamespace = 'public'::regnamespace order by proname`,
  triggers: `
    select pg_get_triggerdef(oid) as line from pg_trigger where not tgisinternal order by tgrelid::regclass::text, tgname`,
};

/** The schema as text: what stands in server/database/schema.sql. */
export const describeSchema = async (client: {
  query: (text: string) => Promise<pg.QueryResult<Row>>;
}): Promise<string> => {
  const sections: string[] = [
    '-- The schema after all migrations, as the tests find it. Written by: npm test -- test/house -u',
  ];
  for (const [name, text] of Object.entries(parts)) {
    const { rows } = await client.query(text);
    sections.push(
      `-- ${name}\n\n${rows.map((row) => row.line.replace(/ \(/, name === 'tables' ? ' (\n  ' : ' (')).join('\n\n')}`,
    );
  }
  return `${sections.join('\n\n')}\n`;
};
