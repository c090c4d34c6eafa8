internal import EmuHTTP

extension ConsoleAssets {
  /// The style sheets, one line each. The first is that of all pages.
  static var styles: [[UInt8]] {
    [
      PageStyle.bytes,
      PackageResources.console_css,
      PackageResources.tables_css,
      PackageResources.screens_css,
      PackageResources.log_css,
      PackageResources.phone_css,
    ]
  }

  /// The modules by name, one line each.
  static var modules: [Substring: [UInt8]] {
    [
      "advice": PackageResources.advice_js,
      "api": PackageResources.api_js,
      "app": PackageResources.app_js,
      "apple": PackageResources.apple_js,
      "bulk": PackageResources.bulk_js,
      "chart": PackageResources.chart_js,
      "chrome": PackageResources.chrome_js,
      "client": PackageResources.client_js,
      "clock": PackageResources.clock_js,
      "confirm": PackageResources.confirm_js,
      "copy": PackageResources.copy_js,
      "data": PackageResources.data_js,
      "dom": PackageResources.dom_js,
      "explain": PackageResources.explain_js,
      "exports": PackageResources.exports_js,
      "faultform": PackageResources.faultform_js,
      "faults": PackageResources.faults_js,
      "focus": PackageResources.focus_js,
      "form": PackageResources.form_js,
      "home": PackageResources.home_js,
      "icons": PackageResources.icons_js,
      "inbox": PackageResources.inbox_js,
      "issuer": PackageResources.issuer_js,
      "issuers": PackageResources.issuers_js,
      "keys": PackageResources.keys_js,
      "live": PackageResources.live_js,
      "log": PackageResources.log_js,
      "mail": PackageResources.mail_js,
      "mint": PackageResources.mint_js,
      "place": PackageResources.place_js,
      "press": PackageResources.press_js,
      "provider": PackageResources.provider_js,
      "providers": PackageResources.providers_js,
      "recording": PackageResources.recording_js,
      "report": PackageResources.report_js,
      "request": PackageResources.request_js,
      "requests": PackageResources.requests_js,
      "router": PackageResources.router_js,
      "scenarios": PackageResources.scenarios_js,
      "sdk": PackageResources.sdk_js,
      "snapshots": PackageResources.snapshots_js,
      "split": PackageResources.split_js,
      "start": PackageResources.start_js,
      "state": PackageResources.state_js,
      "storage": PackageResources.storage_js,
      "switches": PackageResources.switches_js,
      "table": PackageResources.table_js,
      "tenants": PackageResources.tenants_js,
      "time": PackageResources.time_js,
      "token": PackageResources.token_js,
      "transfer": PackageResources.transfer_js,
      "user": PackageResources.user_js,
      "usercolumns": PackageResources.usercolumns_js,
      "userfactors": PackageResources.userfactors_js,
      "userfilter": PackageResources.userfilter_js,
      "userforms": PackageResources.userforms_js,
      "users": PackageResources.users_js,
      "ways": PackageResources.ways_js,
    ]
  }
}
